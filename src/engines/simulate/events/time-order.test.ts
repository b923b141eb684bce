import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeRoom, putInOrder, timeOrder } from './time-order.ts';

test('events come in the order of their seconds, and equal ones in the order in which they were made', () => {
  const order = timeOrder();
  const second = fc.integer({ min: 0, max: 2 ** 18 - 1 });
  const days = fc.array(fc.oneof(second, fc.integer({ min: 0, max: 9 })), { maxLength: 3000 });
  fc.assert(
    fc.property(days, (seconds) => {
      makeRoom(order, seconds.length);
      order.seconds.set(seconds);
      putInOrder(order, seconds.length);
      const sorted = seconds.map((_, i) => i).sort((a, b) => seconds[a] - seconds[b] || a - b);
      expect([...order.order.subarray(0, seconds.length)]).toEqual(sorted);
    }),
    { seed: 7 },
  );
});
