import type { AmountCandidate, AmountTerm } from './amount-law.ts';
import { eliminateColumns } from './eliminate-columns.ts';
import { findRelations, type Relation } from './find-relations.ts';
import {
  type AmountSamples,
  type Amounts,
  decimalsOf,
  holdsIn,
  type SearchedAmounts,
  stepOf,
} from './looked-at-amounts.ts';
import { probeSets } from './sorted-values.ts';

/** Sets of rows looked at in a part of the table. */
const SETS_OF_PART = 2;
const MIN_ROWS_OF_TERM = 20;

/** Returns true if a term is present in enough rows, and the sum matches nearly all of them. */
function isTermRelevant(part: Amounts, deviation: (row: number) => number, within: number) {
  let there = 0;
  let right = 0;
  part.values.forEach((value, row) => {
    if (value === 0 || Number.isNaN(deviation(row))) return;
    there++;
    if (Math.abs(deviation(row)) <= within) right++;
  });
  return there >= MIN_ROWS_OF_TERM && right >= 0.97 * there;
}

const firstPresent = (rows: number, valueAt: (row: number) => number): number => {
  for (let row = 0; row < rows; row++) if (!Number.isNaN(valueAt(row))) return valueAt(row);
  return 0;
};

/** Returns pairs of columns whose sum or difference is the same in a few rows. */
function steadyPairs({ rows, numbers }: AmountSamples, only: number | undefined): Relation[] {
  const sets = probeSets(rows, { sets: 2, size: 3 });
  const relations: Relation[] = [];
  const isSteady = (i: number, j: number, factor: 1 | -1) => {
    const a = numbers[i];
    const b = numbers[j];
    const within = 0.51 * 10 ** -Math.max(a.decimals, b.decimals);
    return sets.some((set) => {
      const first = a.values[set[0]] + factor * b.values[set[0]];
      return !set.some((row) => Math.abs(a.values[row] + factor * b.values[row] - first) > within);
    });
  };
  for (let i = 0; i < numbers.length; i++)
    for (let j = i + 1; j < numbers.length; j++) {
      if (only !== undefined && numbers[i].column !== only && numbers[j].column !== only) continue;
      if (isSteady(i, j, 1)) relations.push({ places: [i, j], factors: [1, 1] });
      if (isSteady(i, j, -1)) relations.push({ places: [i, j], factors: [1, -1] });
    }
  return relations;
}

/** Factor of steps from which a column is round next to the others: it is learned, not derived. */
const ROUNDER = 10;
/** Columns of a difference of two, such as a balance; a net amount after many deductions is none. */
const MAX_ROUND_PARTS = 3;

/** Returns the laws by which a relation derives each of its columns, the preferred one first. */
function lawsOf(parts: readonly Amounts[], factors: readonly (1 | -1)[]): AmountCandidate[] {
  const decimals = decimalsOf(parts);
  const steps = parts.map(stepOf);
  const finest = Math.min(...steps);
  const isRound = (i: number) => parts.length <= MAX_ROUND_PARTS && steps[i] >= ROUNDER * finest;
  const order = Array.from(parts.keys()).sort((a, b) => parts[b].size - parts[a].size);
  const derivable = order
    .filter((own) => parts[own].varies)
    .sort((a, b) => Number(isRound(a)) - Number(isRound(b)));
  return derivable.map((own, rank) => {
    const summed = order
      .filter((i) => i !== own)
      .map(
        (i): AmountTerm => ({
          column: parts[i].column,
          factor: factors[i] === factors[own] ? -1 : 1,
        }),
      );
    return {
      law: { kind: 'sum', column: parts[own].column, decimals, terms: summed },
      isLargest: rank === 0,
    };
  });
}

/**
 * Returns columns of which one is the sum of the others, some subtracted, or differs by a constant
 * from another.
 *
 * @param searched for a part of the rows, only sums of two and three
 */
export function sumCandidates(
  samples: AmountSamples,
  { isWhole, only }: SearchedAmounts,
): AmountCandidate[] {
  const { rows, numbers } = samples;
  const relations = [
    ...steadyPairs(samples, only),
    ...(isWhole
      ? [
          ...[2, 3, 4].flatMap((terms) => findRelations(samples, terms)),
          ...eliminateColumns(samples),
        ]
      : [2, 3].flatMap((terms) => findRelations(samples, terms, { sets: SETS_OF_PART, only }))),
  ];
  return relations.flatMap(({ places, factors }) => {
    const parts = places.map((place) => numbers[place]);
    if (parts.filter(({ varies }) => varies).length < 2) return [];
    const within = 0.5 * 10 ** -decimalsOf(parts);
    const sumOf = (row: number) => {
      let sum = 0;
      for (let i = 0; i < parts.length; i++) sum += factors[i] * parts[i].values[row];
      return sum;
    };
    const apart = parts.length > 2 ? 0 : firstPresent(rows, sumOf);
    const missesBy = (row: number) => sumOf(row) - apart;
    const holds =
      holdsIn(rows, { missesBy, within, isLikely: true }) &&
      parts.every((part) => isTermRelevant(part, missesBy, within));
    return holds ? lawsOf(parts, factors) : [];
  });
}
