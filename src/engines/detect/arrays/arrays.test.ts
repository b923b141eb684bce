import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluateScores } from '../evaluate-scores.ts';
import { averageRanks } from './average-ranks.ts';
import { NO_GROUP, rankColumn, sortedRows } from './ranked-column.ts';
import { rowKeys, smallestKeys } from './row-keys.ts';

const numbers = fc.oneof(
  fc.array(fc.oneof(fc.double({ noDefaultInfinity: true }), fc.constant(-0)), { maxLength: 40 }),
  fc.array(fc.integer({ min: -300, max: 300 }).map((n) => n / 100)),
  fc.array(fc.integer({ min: 0, max: 4e9 })),
);

test('ranking agrees with a plain sort for every kind of number', () => {
  fc.assert(
    fc.property(numbers, (list) => {
      const values = Float64Array.from(list);
      const present = list.filter((x) => !Number.isNaN(x));
      const ranked = rankColumn(values);
      expect(ranked.present).toBe(present.length);
      list.forEach((value, i) => {
        const group = ranked.groupOf[i];
        if (Number.isNaN(value)) expect(group).toBe(NO_GROUP);
        else {
          expect(ranked.values[group] === value).toBe(true);
          expect(ranked.upTo[group]).toBe(present.filter((x) => x <= value).length);
        }
      });
      const sorted = [...sortedRows(values)].map((row) => values[row] + 0);
      expect(sorted).toEqual([...Float64Array.from(present, (x) => x + 0).sort()]);
    }),
    { seed: 5, numRuns: 200 },
  );
});

test('wide ranges of whole numbers and doubles are sorted by passes', () => {
  const make = (scale: number) =>
    Float64Array.from({ length: 200_000 }, (_, i) => ((i * 7919) % 199_999) * scale);
  for (const values of [make(17), make(Math.PI), make(-1e300)]) {
    const { groupOf, upTo } = rankColumn(values);
    const sorted = values.slice().sort();
    for (let i = 0; i < values.length; i += 997) {
      expect(sorted[upTo[groupOf[i]] - 1]).toBe(values[i]);
    }
  }
});

test('mid-ranks of ties', () => {
  expect([...averageRanks(Float64Array.of(3, 1, 3, 5))]).toEqual([0.5, 0.125, 0.5, 0.875]);
});

test('keys follow the content, not the place; rows alike get keys of their own', () => {
  const column = (words: string[]) => {
    const dictionary = [...new Set(words)];
    const codes = Int32Array.from(words, (word) => dictionary.indexOf(word));
    return { kind: 'category' as const, name: 'x', codes, dictionary };
  };
  const words = ['a', 'b', 'a', 'c', 'a', 'ab', 'ba'];
  const forward = [...rowKeys([column(words)], 7, 9n)];
  const backward = [...rowKeys([column(words.toReversed())], 7, 9n)];
  expect(new Set(forward).size).toBe(7);
  expect(forward.toSorted()).toEqual(backward.toSorted());
  expect([...rowKeys([column(words)], 7, 10n)]).not.toEqual(forward);
});

test('the smallest keys are a fair sample in their order', () => {
  const values = Float64Array.from({ length: 50_000 }, (_, i) => i);
  const keys = rowKeys([{ kind: 'number', name: 'n', values, decimals: 0 }], 50_000, 1n);
  const sample = smallestKeys(keys, 5000);
  const all = Array.from(keys.keys()).sort((a, b) => keys[a] - keys[b]);
  expect([...sample]).toEqual(all.slice(0, 5000));
  const mean = sample.reduce((sum, row) => sum + row, 0) / 5000;
  expect(Math.abs(mean - 25_000)).toBeLessThan(4 * (50_000 / Math.sqrt(12 * 5000)));
});

test('evaluation by hand, ties half', () => {
  // scikit-learn's documented example: roc_auc_score([0,0,1,1],[.1,.4,.35,.8]) = 0.75, average precision 0.83
  const labels = [0, 0, 1, 1];
  const evaluation = evaluateScores(Float64Array.of(0.1, 0.4, 0.35, 0.8), labels, 2)!;
  expect(evaluation.auc).toBe(0.75);
  expect(evaluation.averagePrecision).toBeCloseTo(0.8333333, 6);
  expect(evaluation.precisionAtCapacity).toBe(0.5);
  expect(evaluateScores(new Float64Array(4), labels, 1)!.auc).toBe(0.5);
  expect(evaluateScores(new Float64Array(4), labels, 1)!.precisionAtCapacity).toBe(0.5);
  expect(evaluateScores(new Float64Array(2), [1, 1], 1)).toBeNull();
  expect(evaluateScores(Float64Array.of(1, 0, 0.5), [1, 0, -1], 1)!.labelled).toBe(2);
});
