import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSlots } from './slots.ts';

test('never more than so many at a time, in the order they came, and a failure frees its place', async () => {
  const inSlot = createSlots(2);
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const work = (i: number) =>
    inSlot(async () => {
      begun.push(i);
      most = Math.max(most, ++running);
      await sleep(3);
      running--;
      if (i % 2 === 0) throw new Error(`piece ${i}`);
      return i;
    });
  const ends = await Promise.allSettled([0, 1, 2, 3, 4, 5].map(work));
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  expect(most).toBe(2);
  expect(ends.map(({ status }) => status)).toEqual(
    Array.from({ length: 6 }, (_, i) => (i % 2 === 0 ? 'rejected' : 'fulfilled')),
  );
  expect(await inSlot(async () => 'free again')).toBe('free again');
});
