import type { Task } from '../train-on-synthetic.ts';
import { between, type Difference, differenceOf } from './differences.ts';
import { type GroupRates, groupRates } from './group-rates.ts';
import { type Grouping, MIN_GROUP_ROWS } from './groups.ts';

/** Rates of the outcome by group on one side; null of groups with too few rows there. */
export function outcomeRates(grouping: Grouping, task: Task, side: number): GroupRates[] {
  const actual = task.labels[side];
  return groupRates(grouping.codes[side], {
    count: grouping.names.length,
    predicted: actual,
    actual,
  });
}

type Extremes = { high: number; low: number };

/** The groups with the highest and the lowest rate among those with enough rows everywhere they are compared. */
export function extremes(
  rates: readonly GroupRates[],
  others: readonly GroupRates[] = rates,
): Extremes | null {
  const known = rates
    .map(({ rate, rows }, group) => ({
      group,
      rate: rate ?? 0,
      rows: Math.min(rows, others[group].rows),
    }))
    .filter(({ rows }) => rows >= MIN_GROUP_ROWS)
    .sort((a, b) => b.rate - a.rate);
  const [highest, lowest] = [known[0], known[known.length - 1]];
  if (known.length < 2) return null;
  return { high: highest.group, low: lowest.group };
}

const shareOf = ({ rate, rows }: GroupRates) => ({ hits: (rate ?? 0) * rows, rows });

/** The difference in rates between two groups. */
const differenceAt = (
  rates: readonly GroupRates[],
  { high, low }: Extremes,
  z?: number,
): Difference => differenceOf(shareOf(rates[high]), shareOf(rates[low]), z);

/** The largest difference in rates between groups with enough rows, with a 95 % interval of those two groups. */
export function largestDifference(rates: readonly GroupRates[]): Difference | null {
  const at = extremes(rates);
  return at === null ? null : differenceAt(rates, at);
}

export type Widened = { high: string; low: string; real: number; synthetic: number };

/** A difference that is wider by less is not worth a sentence. */
const MIN_WIDER = 0.02;

/**
 * Whether the synthetic rows' largest difference is wider than that of the same groups in the real rows, by 2 points or
 * more and by more than chance.
 *
 * @param z the normal quantile, corrected for the number of pairs of groups looked at
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
  const [made, own] = [differenceAt(synthetic, at, z), differenceAt(real, at, z)];
  if (made.value - Math.abs(own.value) < MIN_WIDER || between(made, own).low <= 0) return null;
  return { high: names[at.high], low: names[at.low], real: own.value, synthetic: made.value };
}
