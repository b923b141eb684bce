import { expect, test } from 'vitest';
import { shuffle } from './shuffle.ts';
import { streamFor } from './stream.ts';

function scripted(draw: (n: number) => number) {
  const limits: number[] = [];
  const below = (n: number) => {
    limits.push(n);
    return draw(n);
  };
  return { limits, stream: { ...streamFor(1n, 0, 0), below } };
}

test('swaps from the end, with a place not above its own, as Fisher and Yates by hand', () => {
  const first = scripted(() => 0);
  // 1 2 3 4 -> 4 2 3 1 -> 3 2 4 1 -> 2 3 4 1
  const list = [1, 2, 3, 4];
  expect(shuffle(list, first.stream)).toBe(list);
  expect(list).toEqual([2, 3, 4, 1]);
  expect(first.limits).toEqual([4, 3, 2]);
  const last = scripted((n) => n - 1);
  expect(shuffle(Uint8Array.of(7, 8, 9), last.stream)).toEqual(Uint8Array.of(7, 8, 9));
  expect(shuffle([], first.stream)).toEqual([]);
});

test('every order of three is as likely', () => {
  const counts = new Map<string, number>();
  const stream = streamFor(11n, 0, 0);
  for (let i = 0; i < 6000; i++) {
    const order = shuffle(['a', 'b', 'c'], stream).join('');
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  expect(counts.size).toBe(6);
  // Chi square with 5 degrees of freedom passes 20.5 in one of a thousand (Abramowitz and Stegun, table 26.8).
  const chiSquare = [...counts.values()].reduce((sum, n) => sum + (n - 1000) ** 2 / 1000, 0);
  expect(chiSquare).toBeLessThan(20.5);
});
