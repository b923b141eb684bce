import type { Task } from '../train-on-synthetic.ts';
import { between, type Difference, differenceOf } from './differences.ts';
import { type GroupRates, groupRates } from './group-rates.ts';
import { type Grouping, MIN_GROUP_ROWS } from './groups.ts';

/** Returns outcome rates by group on one side; null for groups with too few rows there. */
export function outcomeRates(grouping: Grouping, task: Task, side: number): GroupRates[] {
  const actual = task.labels[side];
  return groupRates(grouping.codes[side], {
    count: grouping.names.length,
    predicted: actual,
    actual,
  });
}

type Extremes = { high: number; low: number };

/** Returns the groups with the highest and lowest rate, given enough rows on all sides. */
export function extremes(
  rates: readonly GroupRates[],
  others: readonly GroupRates[] = rates,
): Extremes | null {
  const measured = rates
    .map(({ rate, rows }, group) => ({
      group,
      rate: rate ?? 0,
      rows: Math.min(rows, others[group].rows),
    }))
    .filter(({ rows }) => rows >= MIN_GROUP_ROWS)
    .sort((a, b) => b.rate - a.rate);
  const [highest, lowest] = [measured[0], measured[measured.length - 1]];
  if (measured.length < 2) return null;
  return { high: highest.group, low: lowest.group };
}

const shareOf = ({ rate, rows }: GroupRates) => ({ hits: (rate ?? 0) * rows, rows });

const differenceAt = (
  rates: readonly GroupRates[],
  { high, low }: Extremes,
  z?: number,
): Difference => differenceOf(shareOf(rates[high]), shareOf(rates[low]), z);

/** Returns the largest rate difference between groups of enough rows, with a 95 % interval. */
export function largestDifference(rates: readonly GroupRates[]): Difference | null {
  const at = extremes(rates);
  return at === null ? null : differenceAt(rates, at);
}

export type Widened = { high: string; low: string; real: number; synthetic: number };

const MIN_WIDER = 0.02;

/**
 * Reports a widened difference: the synthetic rows' largest difference exceeds that of the same
 * groups in the real rows by 2 points or more and by more than chance.
 *
 * @param z normal quantile, corrected for the number of pairs of groups
 */
export function widened(
  { names }: Grouping,
  {
    real,
    synthetic,
    z,
  }: { real: readonly GroupRates[]; synthetic: readonly GroupRates[]; z: number },
): Widened | null {
  const at = extremes(synthetic, real);
  if (at === null) return null;
  const [syntheticDifference, realDifference] = [
    differenceAt(synthetic, at, z),
    differenceAt(real, at, z),
  ];
  if (
    syntheticDifference.value - Math.abs(realDifference.value) < MIN_WIDER ||
    between(syntheticDifference, realDifference).low <= 0
  )
    return null;
  return {
    high: names[at.high],
    low: names[at.low],
    real: realDifference.value,
    synthetic: syntheticDifference.value,
  };
}
