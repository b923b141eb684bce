import { parseIsoDate } from '../../../shared/civil-date.ts';
import { naturalLog } from '../../random/exponential.ts';
import { calendarOf } from '../bank/calendar.ts';
import type { SimulationPlan } from '../plan.ts';
import { type Bins, edgeOf, type Tally } from './auc.ts';

/** Returns the mean absolute deviation from Benford's law (Nigrini's measure). */
export function benfordDeviation(digits: ArrayLike<number>): number {
  let total = 0;
  for (let d = 1; d <= 9; d++) total += digits[d];
  if (total === 0) return Number.NaN;
  let deviation = 0;
  for (let d = 1; d <= 9; d++) {
    deviation += Math.abs(digits[d] / total - naturalLog(1 + 1 / d) / Math.LN10);
  }
  return deviation / 9;
}

export function firstDigit(minor: number): number {
  const whole = Math.abs(minor);
  let unit = 1;
  while (whole >= unit * 10) unit *= 10;
  return Math.floor(whole / unit);
}

export function medianOfBins(bins: Bins): number {
  const half = bins.rows.reduce((sum, n) => sum + n, 0) / 2;
  let below = 0;
  for (let bin = 0; bin < bins.rows.length; bin++) {
    below += bins.rows[bin];
    if (below >= half && below > 0) return edgeOf(bin);
  }
  return Number.NaN;
}

/** Returns the rows with a column's value, over all cells. */
export const rowsOf = (tally: Tally, value: string): number => tally.get(value)?.[0] ?? 0;

export function refundShares(
  plan: SimulationPlan,
  types: Tally,
): { seen: number; expected: number } {
  let visits = 0;
  let returned = 0;
  for (const { weight, refunds } of plan.configuration.categories) {
    visits += weight;
    returned += weight * refunds;
  }
  return {
    seen: rowsOf(types, 'refund') / rowsOf(types, 'purchase'),
    expected: returned / (visits - returned),
  };
}

const DAILY = ['5411', '5541', '5311', '5651', '5732', '5200', '5999'];

/** Returns the share of groceries, fuel and shopping among purchases. */
export function dailyShare(codes: Tally): number {
  let all = 0;
  for (const [code, [rows]] of codes) if (code !== '') all += rows;
  return DAILY.reduce((sum, code) => sum + rowsOf(codes, code), 0) / all;
}

/** Returns the share of rows of the most popular 1 % of merchants. */
export function topShare(merchants: Map<string, number>): number {
  const counts = [...merchants.values()].sort((a, b) => b - a);
  const total = counts.reduce((sum, n) => sum + n, 0);
  const top = counts.slice(0, Math.max(1, Math.round(counts.length / 100)));
  return top.reduce((sum, n) => sum + n, 0) / total;
}

/** Returns the largest deviation of a weekday's share from the calendar's weights. */
export function weekdayDeviation(plan: SimulationPlan, seen: Float64Array): number {
  const { days } = calendarOf(plan.configuration, {
    countryCode: plan.country,
    start: parseIsoDate(plan.startDate),
    end: parseIsoDate(plan.endDate),
  });
  const expected = new Float64Array(7);
  let whole = 0;
  for (const day of days) {
    expected[day.weekday] += day.weight;
    whole += day.weight;
  }
  const total = seen.reduce((sum, n) => sum + n, 0);
  let worst = 0;
  for (let d = 0; d < 7; d++) {
    if (expected[d] > 0)
      worst = Math.max(worst, Math.abs((seen[d] / total) * (whole / expected[d]) - 1));
  }
  return worst;
}
