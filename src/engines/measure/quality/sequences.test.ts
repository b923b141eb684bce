import { expect, it } from 'vitest';
import {
  groupRows,
  interRowDifferences,
  interRowMsas,
  sequenceLengthSimilarity,
  sequenceLengths,
  sequenceMeans,
  statisticMsas,
} from './sequences.ts';

const two = groupRows([0, 1, 0, 1, 0, -1], 3);
const values = Float64Array.of(1, 10, 4, 30, 9, 99);

it('takes rows sequence by sequence', () => {
  expect([...sequenceLengths(two)]).toEqual([3, 2]);
  expect([...interRowDifferences(values, two)]).toEqual([3, 5, 20]);
  expect([...interRowDifferences(values, two, 2)]).toEqual([8]);
  expect([...sequenceMeans(values, two)]).toEqual([14 / 3, 20]);
});

it('gives 1 for the same sequences, and 0 where nothing overlaps', () => {
  const far = values.map((value) => value * 1000);
  expect(sequenceLengthSimilarity(two, two)).toBe(1);
  expect(
    interRowMsas(values, { realSequences: two, synthetic: values, syntheticSequences: two }),
  ).toBe(1);
  expect(
    statisticMsas(values, { realSequences: two, synthetic: values, syntheticSequences: two }),
  ).toBe(1);
  expect(
    interRowMsas(values, { realSequences: two, synthetic: far, syntheticSequences: two }),
  ).toBe(0);
  expect(
    statisticMsas(values, { realSequences: two, synthetic: far, syntheticSequences: two }),
  ).toBe(0);
  // Differences 3, 5, 20 against 3, 5, 21: two of three agree, by hand
  const near = Float64Array.of(1, 10, 4, 31, 9, 99);
  expect(
    interRowMsas(values, { realSequences: two, synthetic: near, syntheticSequences: two }),
  ).toBeCloseTo(2 / 3, 12);
});
