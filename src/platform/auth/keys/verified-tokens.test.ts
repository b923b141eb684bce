import { afterEach, expect, test, vi } from 'vitest';
import { createVerifiedTokens } from './verified-tokens.ts';

afterEach(() => {
  vi.useRealTimers();
});

const now = () => Math.floor(Date.now() / 1000);
const anyKey = () => true;

test('a token is found by all of its letters, until it expires or its key is gone', () => {
  vi.useFakeTimers({ now: new Date('2026-01-05T12:00:00Z') });
  const tokens = createVerifiedTokens<{ exp: number }>(5);
  const claims = { exp: now() + 60 };
  tokens.keep('head.body.signature', { kid: 'one', claims });
  expect(tokens.find('head.body.signature', anyKey)).toBe(claims);
  expect(tokens.find('head.body.signaturf', anyKey)).toBeUndefined();
  vi.advanceTimersByTime(64_000);
  expect(tokens.find('head.body.signature', anyKey)).toBe(claims);
  vi.advanceTimersByTime(1000);
  expect(tokens.find('head.body.signature', anyKey)).toBeUndefined();

  tokens.keep('other', { kid: 'one', claims: { exp: now() + 60 } });
  expect(tokens.find('other', (kid) => kid === 'two')).toBeUndefined();
  expect(tokens.find('other', anyKey)).toBeUndefined();
});

test('no more than ten thousand tokens are kept, the newest', () => {
  const tokens = createVerifiedTokens<{ exp: number }>(5);
  const claims = { exp: now() + 60 };
  for (let i = 0; i < 10_001; i++) tokens.keep(String(i), { kid: 'one', claims });
  expect(tokens.find('0', anyKey)).toBeUndefined();
  expect(tokens.find('1', anyKey)).toBe(claims);
  expect(tokens.find('10000', anyKey)).toBe(claims);
});
