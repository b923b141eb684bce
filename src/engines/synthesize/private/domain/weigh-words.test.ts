import { expect, test } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import { randomIntegers } from '../random-integers.ts';
import { selectWords } from './select-words.ts';
import { weighWords } from './weigh-words.ts';

const SCALE = 5040;
const SHARES: [string, number][] = [
  ['card', 0.6],
  ['debit', 0.2],
  ['transfer', 0.15],
  ['cash', 0.05],
];

test('the words of one person count the whole by the root of their squares, once each', () => {
  const words = ['a', 'b', 'a', null, 'c', 'd', 'a'];
  const persons = Int32Array.from([0, 0, 0, 0, 0, 0, 1]);
  const weights = weighWords(words, { persons, scale: SCALE })!;
  expect([...weights]).toEqual([2520, 2520, 0, 0, 2520, 2520, 5040]);
  expect(weighWords(words, { persons: null, scale: 1 })).toBeNull();
  for (let k = 1; k <= 40; k++) {
    const own = Array.from({ length: k }, (_, i) => `${i}`);
    const rowWeights = weighWords(own, { persons: new Int32Array(k), scale: SCALE })!;
    const norm = Math.sqrt(rowWeights.reduce((sum, weight) => sum + weight ** 2, 0));
    expect(norm).toBeLessThanOrEqual(SCALE);
  }
});

test('a word in one row of twenty is found where most of four hundred people have it', () => {
  const stream = streamFor(1n, 0, 0);
  const draw = () => {
    let left = stream.float();
    return SHARES.find(([, share]) => {
      left -= share;
      return left < 0;
    })![0];
  };
  const words = Array.from({ length: 12_000 }, draw);
  const persons = Int32Array.from(words, (_, row) => Math.floor(row / 30));
  const bytes = streamFor(2n, 0, 0);
  const random = randomIntegers((length) => Uint8Array.from({ length }, () => bytes.below(256)));
  const cost = { scale: SCALE, mostRows: 40, rho: 0.003, delta: 1e-8, random };
  const byRows = Int32Array.from(words, () => SCALE / 30);
  expect(selectWords(words, { weights: byRows, ...cost }).words).not.toContain('cash');
  const weights = weighWords(words, { persons, scale: SCALE });
  expect(selectWords(words, { weights, ...cost }).words.sort()).toEqual(
    SHARES.map(([word]) => word).sort(),
  );
});
