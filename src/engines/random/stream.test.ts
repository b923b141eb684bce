import { expect, test } from 'vitest';
import { streamFor } from './stream.ts';

test('many draws at once are those of as many calls, and the stream goes on after them', () => {
  const [one, many] = [streamFor(5n, 1, 2), streamFor(5n, 1, 2)];
  const draws = new Float64Array(1001);
  for (const count of [0, 1, 1000]) {
    many.floats(draws, count);
    const single = Array.from({ length: count }, () => one.float());
    expect(Array.from(draws.subarray(0, count))).toEqual(single);
    expect(many.uint32()).toBe(one.uint32());
  }
});
