import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { createSetupGuard } from './setup-guard.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

const WRONG = { code: 'unauthenticated', message: 'Invalid setup token' };
const PAUSED = {
  code: 'rate_limited',
  message: 'Too many wrong setup tokens. Try again in five minutes.',
};

test('ten wrong tokens from a network, then a pause of five minutes, on each host and for the right one too', async () => {
  const [one, other] = [createSetupGuard(db.database.owner), createSetupGuard(db.database.owner)];
  for (let i = 0; i < 5; i++) {
    await expect(one('192.0.2.1', false)).rejects.toMatchObject(WRONG);
    await expect(other('192.0.2.1', false)).rejects.toMatchObject(WRONG);
  }
  for (const guard of [one, other]) {
    const error = await guard('192.0.2.1', true).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject(PAUSED);
    expect((error as { retryAfter: number }).retryAfter).toBeGreaterThan(290);
    expect((error as { retryAfter: number }).retryAfter).toBeLessThanOrEqual(300);
    await guard('192.0.2.2', true);
  }
  await db.database.owner.query("update auth.attempts set at = at - interval '300 seconds'");
  await one('192.0.2.1', true);
});

test('the right token counts as no guess', async () => {
  const guard = createSetupGuard(db.database.owner);
  for (let i = 0; i < 12; i++) await guard('192.0.2.9', true);
});
