import { expect, test } from 'vitest';
import { fitCategoryCodec } from './category-codec.ts';

/** Postal codes of equally many rows each, in some towns. */
function places(words: number, towns: number, rowsOf: (word: number) => number) {
  const codes = Array.from({ length: words }, (_, word) => Array(rowsOf(word)).fill(word)).flat();
  return {
    codes: Int32Array.from(codes),
    dictionary: Array.from({ length: words }, (_, word) => String(10_000 + word)),
    companions: Int32Array.from({ length: words }, (_, word) => word % towns),
  };
}

test.each([
  [600, 6, () => 6],
  [900, 60, (word: number) => 5 + (word % 3)],
  [5000, 1, () => 5],
  [700, 80, () => 7],
])('%i words of %i towns have codes of a byte, each group of one town', (words, towns, rowsOf) => {
  const input = places(words, towns, rowsOf);
  const codec = fitCategoryCodec(input, 5);
  expect(codec.size).toBeLessThanOrEqual(256);
  expect(codec.values.length + codec.restValues.length).toBe(words);
  const start = codec.restStart!;
  expect(start.length - 1).toBeGreaterThan(Math.min(towns, 30) - 1);
  if (towns > 64) return;
  const townOf = (word: string) => input.companions[Number(word) - 10_000];
  for (let group = 0; group + 1 < start.length; group++) {
    const own = codec.restValues.slice(start[group], start[group + 1]);
    expect(new Set(own.map(townOf)).size).toBe(1);
  }
});
