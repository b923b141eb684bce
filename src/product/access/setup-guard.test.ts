import { expect, test } from 'vitest';
import { createSetupGuard } from './setup-guard.ts';

function guardAt() {
  let at = 1_000_000;
  const guard = createSetupGuard(() => at);
  const pass = (seconds: number) => {
    at += seconds * 1000;
  };
  return { guard, pass };
}
const WRONG = { code: 'unauthenticated', message: 'Invalid setup token' };
const PAUSED = {
  code: 'rate_limited',
  message: 'Too many wrong setup tokens. Try again in five minutes.',
};

test('ten wrong tokens from an address, then a pause of five minutes, for the right one too', async () => {
  const { guard, pass } = guardAt();
  for (let i = 0; i < 10; i++) {
    await expect(guard('192.0.2.1', false)).rejects.toMatchObject(WRONG);
  }
  await expect(guard('192.0.2.1', false)).rejects.toMatchObject({ ...PAUSED, retryAfter: 300 });
  await expect(guard('192.0.2.1', true)).rejects.toMatchObject({ ...PAUSED, retryAfter: 300 });
  await guard('192.0.2.2', true);
  pass(299.5);
  await expect(guard('192.0.2.1', true)).rejects.toMatchObject({ ...PAUSED, retryAfter: 1 });
  pass(0.5);
  await guard('192.0.2.1', true);
});

test('the right token forgets the wrong ones before it', async () => {
  const { guard } = guardAt();
  for (let i = 0; i < 9; i++) await expect(guard('192.0.2.1', false)).rejects.toMatchObject(WRONG);
  await guard('192.0.2.1', true);
  for (let i = 0; i < 10; i++) {
    await expect(guard('192.0.2.1', false)).rejects.toMatchObject(WRONG);
  }
});

test('of more networks than are remembered the first is forgotten', async () => {
  const { guard } = guardAt();
  const wrong = (address: string) => guard(address, false).catch((error: unknown) => error);
  for (let i = 0; i < 10; i++) await wrong('198.51.100.1');
  for (let i = 0; i < 10_000; i++) await wrong(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
  await guard('198.51.100.1', true);
});
