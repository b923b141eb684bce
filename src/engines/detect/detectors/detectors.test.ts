import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { averageRanks } from '../arrays/average-ranks.ts';
import { rankColumn } from '../arrays/ranked-column.ts';
import { aucOfRanks, evaluateScores } from '../evaluate-scores.ts';
import { copod, ecod, ecodOfTransactions, ecodPart } from './ecod.ts';
import { hbos } from './hbos.ts';
import {
  averagePath,
  fitIsolationForest,
  packForest,
  scoreIsolationForest,
} from './isolation-forest.ts';
import { sampledNeighbors } from './sampled-neighbors.ts';

const ranked = (values: number[]) => rankColumn(Float64Array.from(values));

test('ECOD by hand: ties get the larger share, skewness decides, a constant column adds nothing', () => {
  const scores = ecod([ranked([1, 1, 2, 9])], 4);
  // left shares 2/4, 2/4, 3/4, 4/4; right shares 1, 1, 2/4, 1/4; skewed to the right
  const expected = [Math.LN2, Math.LN2, Math.LN2, Math.log(4)];
  scores.forEach((score, i) => {
    expect(score).toBeCloseTo(expected[i], 12);
  });
  expect([...ecod([ranked([5, 5, 5])], 3)]).toEqual([0, 0, 0]);
});

test('ECOD and COPOD of a symmetric column take both tails together where skewness is 0', () => {
  const column = ranked([-1, 0, 1]);
  const low = Math.log(3);
  const middle = 2 * Math.log(1.5);
  const expected = [low, middle, low];
  ecodPart(column).forEach((part, g) => {
    expect(part).toBeCloseTo(expected[g], 12);
  });
  copod([column], 3).forEach((part, i) => {
    expect(part).toBeCloseTo(expected[i], 12);
  });
});

test('competing parts are discounted, adding ones summed, a missing value adds nothing', () => {
  const high = { ranked: ranked([1, 2, 3, Number.NaN]), tail: 'high' as const };
  const scores = ecodOfTransactions([high, high, high, high], 4);
  expect(scores[2]).toBeCloseTo((1.3125 / 4) * Math.log(3), 5);
  const adding = { ...high, adds: 0.5 };
  expect(ecodOfTransactions([adding, adding, high], 4)[2]).toBeCloseTo(1.25 * Math.log(3), 5);
  expect(scores[0]).toBe(0);
  expect(scores[3]).toBe(0);
});

test('HBOS by hand: a value on an edge is counted right of it and scored left of it', () => {
  // two bins [0,1), [1,2]: counts 1 and 3, densities 1/4 and 3/4; both values 1 are scored in (0,1]
  const scores = hbos([Float64Array.of(0, 1, 1, 2)], 4, 2);
  const left = -Math.log2(0.25 + 0.1);
  const right = -Math.log2(0.75 + 0.1);
  [left, left, left, right].forEach((expected, i) => {
    expect(scores[i]).toBeCloseTo(expected, 12);
  });
});

test('Isolation Forest scores hand-built trees to 1e-12', () => {
  const first = {
    kind: 'split' as const,
    feature: 0,
    threshold: 0.5,
    left: { kind: 'leaf' as const, rows: 1 },
    right: {
      kind: 'split' as const,
      feature: 1,
      threshold: 2,
      left: { kind: 'leaf' as const, rows: 5 },
      right: { kind: 'leaf' as const, rows: 2 },
    },
  };
  const second = { kind: 'leaf' as const, rows: 8 };
  const forest = packForest([first, second], 8);
  const columns = [Float64Array.of(0.5, 0.6, 0.6), Float64Array.of(9, 2, 2.5)];
  const c = (n: number) => 2 * (Math.log(n - 1) + 0.5772156649) - (2 * (n - 1)) / n;
  const expected = [1, 2 + c(5), 2 + 1].map((path) => 2 ** (-((path + c(8)) / 2) / c(8)));
  scoreIsolationForest(forest, { columns, rows: 3 }).forEach((score, i) => {
    expect(Math.abs(score - expected[i])).toBeLessThan(1e-12);
  });
  expect(averagePath(1)).toBe(0);
  expect(averagePath(2)).toBe(1);
});

test('Isolation Forest: one point far out is isolated first; constant columns are no error', () => {
  const values = Float32Array.from({ length: 300 }, (_, i) => (i === 17 ? 1e6 : i % 7));
  const forest = fitIsolationForest([values, new Float32Array(300)], { seed: 3n, sampleSize: 300 });
  const scores = scoreIsolationForest(forest, {
    columns: [values, new Float32Array(300)],
    rows: 300,
  });
  expect(scores.indexOf(Math.max(...scores))).toBe(17);
  const constant = fitIsolationForest([new Float32Array(9)], { seed: 3n });
  expect(
    scoreIsolationForest(constant, { columns: [new Float32Array(9)], rows: 9 })[0],
  ).toBeCloseTo(0.5, 12);
});

test('distance to the k-th nearest reference, a row itself left out', () => {
  const values = Float64Array.of(0, 1, 2, 10);
  const scores = sampledNeighbors([values], {
    rows: 4,
    pool: Uint32Array.of(0, 1, 2, 3),
    options: { k: 1 },
  });
  const deviation = Math.sqrt((3.25 ** 2 + 2.25 ** 2 + 1.25 ** 2 + 6.75 ** 2) / 4);
  [1, 1, 1, 8].forEach((gap, i) => {
    expect(scores[i]).toBeCloseTo(gap / deviation, 5);
  });
});

test('the area of mid-ranks equals that of their scores, also with rows that have no label', () => {
  const stream = streamFor(4n, 0, 0);
  const scores = Float64Array.from({ length: 500 }, () => stream.below(40));
  const all = Int8Array.from(scores, (score) => (stream.below(60) < score ? 1 : 0));
  for (const labels of [all, all.map((label, row) => (row % 7 === 0 ? -1 : label))])
    expect(aucOfRanks(averageRanks(scores), labels)).toBeCloseTo(
      evaluateScores(scores, labels, 1)!.auc,
      12,
    );
  expect(aucOfRanks(averageRanks(scores), new Int8Array(500))).toBeNull();
});
