import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gather } from './gather.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs once after a burst, and at the latest after the longest wait', () => {
  const act = vi.fn();
  const call = gather(act, { quietMs: 250, mostMs: 2000 });
  for (let i = 0; i < 500; i++) call();
  vi.advanceTimersByTime(249);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledTimes(1);
  for (let i = 0; i < 40; i++) {
    call();
    vi.advanceTimersByTime(100);
  }
  vi.advanceTimersByTime(300);
  expect(act).toHaveBeenCalledTimes(3);
});
