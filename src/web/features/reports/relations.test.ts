import { expect, it } from 'vitest';
import { relationsOf } from './relations.ts';

it('puts pairs into three tables of one order, the difference being synthetic less real', () => {
  const metric = 'CorrelationSimilarity';
  const { names, real, synthetic, difference } = relationsOf([
    { columns: ['a', 'b'], metric, score: 0.9, real: 0.5, synthetic: 0.25 },
    { columns: ['a', 'c'], metric, score: null, real: null, synthetic: 0.1 },
  ]);
  expect(names).toEqual(['a', 'b', 'c']);
  expect(real).toEqual([
    [1, 0.5, null],
    [0.5, 1, null],
    [null, null, 1],
  ]);
  expect(synthetic[0]).toEqual([1, 0.25, 0.1]);
  expect(difference[1]).toEqual([-0.25, 0, null]);
});
