import { type AccountFigures, accountFigures } from './account-figures.ts';
import { AMOUNT_BINS, type Histograms, histogramsOf, magnitudeAt } from './histograms.ts';
import { MOVEMENT_KINDS, type MovementKind, type Movements } from './movements.ts';

/** Median and logarithmic spread, of a log-normal distribution with the same quartiles. */
type Spread = { median: number; sigma: number };

/** Figures of a bank's current accounts; null or NaN where the file has too few rows for them. */
export type Aggregates = {
  rowsPerAccountMonth: number;
  /** Logarithmic spread of rows a month between accounts. */
  activity: number;
  shares: Record<MovementKind, number>;
  amounts: Record<MovementKind, Spread | null>;
  weekdays: number[];
  /** Shares of rows by month of the year, per active account. */
  months: number[];
  balance: Spread | null;
} & AccountFigures;

/** Minimum rows or accounts of a distribution for its quartiles. */
const LEAST = 30;
/** Quartile of the standard normal distribution. */
const QUARTILE = 0.67449;

const sumOf = (counts: Float64Array) => counts.reduce((sum, count) => sum + count, 0);

/** Returns the place of a quantile among the bins, linear within a bin. */
function placeOf(counts: Float64Array, share: number): number {
  const goal = share * sumOf(counts);
  let before = 0;
  for (let bin = 0; bin < counts.length; bin++) {
    const after = before + counts[bin];
    if (after >= goal && counts[bin] > 0) return bin + (goal - before) / counts[bin];
    before = after;
  }
  return counts.length;
}

function spreadOf(counts: Float64Array): Spread | null {
  if (sumOf(counts) < LEAST) return null;
  const [low, middle, high] = [0.25, 0.5, 0.75].map((p) => magnitudeAt(placeOf(counts, p)));
  return { median: middle, sigma: Math.log(high / low) / (2 * QUARTILE) };
}

/** Returns shares of counts; noise below zero counts as zero. NaN without any count. */
function sharesOf(counts: Float64Array): number[] {
  const least = counts.map((count) => Math.max(0, count));
  const total = sumOf(least);
  return Array.from(least, (count) => count / total);
}

export const aggregatesOf = (movements: Movements): Aggregates =>
  aggregatesFrom(histogramsOf(movements), accountFigures(movements));

export function aggregatesFrom(
  { amounts, weekdays, months, activeMonths, activity, balances }: Histograms,
  figures: AccountFigures,
): Aggregates {
  const ofKind = MOVEMENT_KINDS.map((_, i) =>
    amounts.subarray(i * AMOUNT_BINS, (i + 1) * AMOUNT_BINS),
  );
  const shares = sharesOf(Float64Array.from(ofKind, sumOf));
  const accounts = sumOf(activity);
  const rows = activity.reduce((sum, count, bin) => sum + count * magnitudeAt(bin + 0.5), 0);
  const byKind = <T>(of: (i: number) => T) =>
    Object.fromEntries(MOVEMENT_KINDS.map((kind, i) => [kind, of(i)])) as Record<MovementKind, T>;
  return {
    rowsPerAccountMonth: rows / accounts,
    activity: spreadOf(activity)?.sigma ?? Number.NaN,
    shares: byKind((i) => shares[i]),
    amounts: byKind((i) => spreadOf(ofKind[i])),
    weekdays: sharesOf(weekdays),
    months: sharesOf(
      months.map((rows, month) => (activeMonths[month] > 0 ? rows / activeMonths[month] : 0)),
    ),
    balance: spreadOf(balances),
    ...figures,
  };
}
