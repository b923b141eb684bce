import { civilFromDays, weekdayOf } from '../../../shared/civil-date.ts';
import { openingsOf } from './account-figures.ts';
import { type Aggregates, aggregatesFrom } from './aggregates.ts';
import { AMOUNT_BINS, amountBin, type Histograms, histogramsOf } from './histograms.ts';
import { MOVEMENT_KINDS, type Movements, rowsByAccount } from './movements.ts';

/** Weight of one account in units: noise is whole numbers of them, so that low bits leak nothing. */
const UNITS = 1000;
/** Bins of amounts that count as one, so that each has more accounts than noise. */
const JOINED = 4;
/** Standard deviations of noise that a kind of movement has to exceed to count. */
const ABOVE_NOISE = 3;
/** Those of a cell of accounts: noise alone exceeds them in one of some 50 cells with 2 %. */
const CELL_ABOVE_NOISE = 5;
/** Share of the bookings by which kinds that noise hides can make another kind look like the only one. */
const MAX_HIDDEN = 0.05;
const MONTHS = 12;
const OPENING_PARTS = 5;

/** Histograms of accounts, and the share of epsilon that each spends. */
const PARTS = {
  'amounts by kind': 0.45,
  weekdays: 0.1,
  months: 0.15,
  'rows a month': 0.12,
  'last balances': 0.1,
  openings: 0.08,
} as const;
type Part = keyof typeof PARTS;

export type Spent = { name: string; epsilon: number; sensitivity: number; cells: number };
export type PrivateAggregates = { aggregates: Aggregates; spent: Spent[] };

/**
 * Returns the cost of private aggregates under zero-concentrated differential privacy: each histogram
 * is epsilon_i-private, hence epsilon_i^2 / 2-zCDP (Bun and Steinke 2016, proposition 1.4), and costs add up.
 */
export const privateCostOf = (epsilon: number): { rho: number; delta: number } => ({
  rho: Object.values(PARTS).reduce((sum, share) => sum + (epsilon * share) ** 2 / 2, 0),
  delta: 0,
});

/** Draws an integer with probability proportional to exp(-|x| / scale). */
export type IntegerNoise = (scale: number) => number;

/** Returns an account's cells scaled to a sum of at most one account; one who has none adds none. */
function unitsOf(cells: Float64Array): Float64Array {
  const total = cells.reduce((sum, cell) => sum + cell, 0);
  return total === 0 ? cells : cells.map((cell) => Math.floor((UNITS * cell) / total));
}

const JOINED_BINS = AMOUNT_BINS / JOINED;

/** Returns the cells of one account by part. */
function cellsOf(
  movements: Movements,
  rows: readonly number[],
): Pick<Record<Part, Float64Array>, 'amounts by kind' | 'weekdays' | 'months'> {
  const { day, amount, kind } = movements;
  const amounts = new Float64Array(MOVEMENT_KINDS.length * JOINED_BINS);
  const weekdays = new Float64Array(7);
  const months = new Float64Array(MONTHS);
  for (const row of rows) {
    if (kind[row] >= MOVEMENT_KINDS.length || !(amount[row] > 0)) continue;
    amounts[kind[row] * JOINED_BINS + Math.floor(amountBin(amount[row]) / JOINED)]++;
    weekdays[weekdayOf(day[row])]++;
    months[civilFromDays(day[row]).month - 1]++;
  }
  return { 'amounts by kind': amounts, weekdays, months };
}

/** Returns the accounts below which noise hides a kind. */
const leastOfKind = (deviation: number) => ABOVE_NOISE * deviation * Math.sqrt(JOINED_BINS);

/** Spreads cells over the bins that they join; kinds within the noise count as absent. */
function amountBins(cells: Float64Array, deviation: number): Float64Array {
  const least = leastOfKind(deviation);
  const bins = new Float64Array(MOVEMENT_KINDS.length * AMOUNT_BINS);
  for (let kind = 0; kind < MOVEMENT_KINDS.length; kind++) {
    const own = cells.subarray(kind * JOINED_BINS, (kind + 1) * JOINED_BINS);
    if (own.reduce((sum, cell) => sum + cell, 0) < least) continue;
    own.forEach((cell, at) => {
      const first = kind * AMOUNT_BINS + at * JOINED;
      bins.fill(cell / JOINED, first, first + JOINED);
    });
  }
  return bins;
}

/** Returns true if one kind is left, and those that noise hides can be more than a few of the bookings. */
function leavesOneKind({ amounts }: Histograms, deviation: number): boolean {
  const totals = MOVEMENT_KINDS.map((_, kind) =>
    amounts
      .subarray(kind * AMOUNT_BINS, (kind + 1) * AMOUNT_BINS)
      .reduce((sum, count) => sum + count, 0),
  ).filter((total) => total > 0);
  return totals.length === 1 && leastOfKind(deviation) > MAX_HIDDEN * totals[0];
}

/**
 * Returns aggregates with epsilon-differential privacy of accounts: with or without all rows of one
 * account, no outcome is more than exp(epsilon) times as probable. Each account counts once in each
 * of six histograms (L1 sensitivity 1), to whose cells discrete Laplace noise is added; budgets add
 * up (basic composition). First and last day of the file count as public. Figures without a
 * histogram (fees, interest, limits, habits) are not read.
 *
 * @param noise secret randomness; never derived from a seed that is published
 */
export function privateAggregatesOf(
  movements: Movements,
  { epsilon, noise }: { epsilon: number; noise: IntegerNoise },
): PrivateAggregates {
  const rows = rowsByAccount(movements);
  const scaleOf = (part: Part) => Math.ceil(UNITS / (epsilon * PARTS[part]));
  const spent: Spent[] = [];
  const noisy = (part: Part, exact: Float64Array): Float64Array => {
    spent.push({ name: part, epsilon: epsilon * PARTS[part], sensitivity: 1, cells: exact.length });
    return exact.map((units) => (units + noise(scaleOf(part))) / UNITS);
  };
  const totals = cellsOf(movements, []);
  for (const list of rows) {
    const own = cellsOf(movements, list);
    for (const part of Object.keys(totals) as (keyof typeof totals)[])
      unitsOf(own[part]).forEach((units, cell) => {
        totals[part][cell] += units;
      });
  }
  const exact = histogramsOf(movements);
  const joined = (bins: Float64Array) =>
    Float64Array.from(
      { length: JOINED_BINS },
      (_, at) =>
        UNITS *
        bins.subarray(at * JOINED, (at + 1) * JOINED).reduce((sum, count) => sum + count, 0),
    );
  const deviationOf = (part: Part) => (Math.SQRT2 * scaleOf(part)) / UNITS;
  // Noise alone in a cell of large values would move the mean.
  const spread = (part: Part, bins: Float64Array) => {
    const cells = noisy(part, joined(bins));
    const least = CELL_ABOVE_NOISE * deviationOf(part);
    return Float64Array.from({ length: AMOUNT_BINS }, (_, bin) => {
      const cell = cells[Math.floor(bin / JOINED)];
      return cell < least ? 0 : cell / JOINED;
    });
  };
  const { window, openings } = openingsOf(rows, movements);
  const settled = rows.length - openings.reduce((sum, count) => sum + count, 0);
  const opened = noisy(
    'openings',
    Float64Array.from([...openings, settled], (n) => n * UNITS),
  );
  const newer = Array.from(opened.subarray(0, OPENING_PARTS), (count) => Math.max(0, count));
  const newOnes = newer.reduce((sum, count) => sum + count, 0);
  const histograms: Histograms = {
    amounts: amountBins(
      noisy('amounts by kind', totals['amounts by kind']),
      deviationOf('amounts by kind'),
    ),
    weekdays: noisy('weekdays', totals.weekdays),
    months: noisy('months', totals.months),
    activeMonths: exact.activeMonths.map(() => 1),
    activity: spread('rows a month', exact.activity),
    balances: spread('last balances', exact.balances),
  };
  const aggregates = aggregatesFrom(histograms, {
    window,
    opened: newOnes / Math.max(1, newOnes + Math.max(0, opened[OPENING_PARTS])),
    openings: newer,
    interestAccounts: Number.NaN,
    feeRows: Number.NaN,
    interestRows: Number.NaN,
    overdrawnRows: Number.NaN,
    firstBalance: null,
    interest: null,
    interestFrom: 0,
    weekendRows: 0,
    fees: [],
    feeDay: 31,
    mostCash: null,
    mostDeposit: null,
    firstDeposit: null,
    note: null,
  });
  // The mix would be that kind alone; the preset's is kept.
  if (leavesOneKind(histograms, deviationOf('amounts by kind')))
    for (const kind of MOVEMENT_KINDS) aggregates.shares[kind] = Number.NaN;
  return { aggregates, spent };
}
