import { afterEach, expect, test, vi } from 'vitest';
import { anonymous, type Caller } from '../gateway/caller.ts';
import { isSameBearer, watchExpiry } from './bearer.ts';

const user = (sub: string, seconds = 60): Caller => ({
  role: 'authenticated',
  claims: { sub, exp: Math.floor(Date.now() / 1000) + seconds } as never,
  token: sub,
});
const server: Caller = { role: 'service_role' };

afterEach(() => vi.useRealTimers());

test('a bearer is the same user, or the same kind of key', () => {
  expect(isSameBearer(user('ada'), user('ada', 120))).toBe(true);
  expect(isSameBearer(user('ada'), user('ben'))).toBe(false);
  expect(isSameBearer(user('ada'), server)).toBe(false);
  expect(isSameBearer(server, user('ada'))).toBe(false);
  expect(isSameBearer(anonymous, anonymous)).toBe(true);
  expect(isSameBearer(anonymous, server)).toBe(false);
});

test('a token ends when it expires, unless it was stopped; keys do not expire', () => {
  vi.useFakeTimers();
  const [ended, stopped, never] = [vi.fn(), vi.fn(), vi.fn()];
  watchExpiry(user('ada', 60), ended);
  watchExpiry(user('ben', 60), stopped)();
  watchExpiry(server, never);
  vi.advanceTimersByTime(58_000);
  expect(ended).not.toHaveBeenCalled();
  vi.advanceTimersByTime(3_000);
  expect([ended, stopped, never].map((call) => call.mock.calls.length)).toEqual([1, 0, 0]);
});

test('a token of more than 24 days does not end at once', () => {
  vi.useFakeTimers();
  const ended = vi.fn();
  watchExpiry(user('ada', 100 * 86_400), ended);
  vi.advanceTimersByTime(86_400_000);
  expect(ended).not.toHaveBeenCalled();
});
