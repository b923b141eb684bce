import { civilFromDays, weekdayOf } from '../../../shared/civil-date.ts';
import { quantile } from './account-aggregates.ts';
import { type CashFigures, cashFigures } from './cash-figures.ts';
import { type FeeFigures, feeFigures, MIN_SHARING, twoDigits } from './fee-figures.ts';
import { AMOUNT_BINS, amountBin, magnitudeAt } from './histograms.ts';
import { BANK_KINDS, MOVEMENT_KINDS, type Movements, rowsByAccount } from './movements.ts';

/** Parts of the window for which openings are counted. */
const PARTS = 5;
/** Days from the first row of a file after which an account's first row shows its opening. */
const SETTLED = 45;

/** Figures of what differs between accounts, and of what the bank itself books. */
export type AccountFigures = {
  /** First and last day of the file. */
  window: { start: number; end: number };
  /** Share of accounts opened within the file, and their numbers by part of it. */
  opened: number;
  openings: number[];
  /** Share of accounts with interest. */
  interestAccounts: number;
  /** Shares of rows. */
  feeRows: number;
  interestRows: number;
  overdrawnRows: number;
  /** Balances above 0 of accounts that are older than the file, at their first row. */
  firstBalance: { median: number; sigma: number } | null;
  /** Median of interest on current accounts. */
  interest: number | null;
  /** Balance below which hardly a month's end brings interest; 0 without balances. */
  interestFrom: number;
  /** Share of fees, interest and transfers booked on weekends. */
  weekendRows: number;
} & FeeFigures &
  CashFigures;

/** Returns the window, and accounts opened within it by part; new ones begin late or with nothing. */
export function openingsOf(rows: readonly number[][], movements: Movements) {
  const { day, amount, balance } = movements;
  const start = day.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
  const end = day.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY);
  const openings = new Array<number>(PARTS).fill(0);
  let opened = 0;
  for (const [first] of rows) {
    const isNew =
      day[first!]! > start + SETTLED ||
      (balance !== null && Math.abs(balance[first!]! - amount[first!]!) < 0.005);
    if (!isNew) continue;
    opened++;
    openings[Math.floor((PARTS * (day[first!]! - start)) / (end - start + 1))]!++;
  }
  return { window: { start, end }, opened: rows.length === 0 ? 0 : opened / rows.length, openings };
}

/** Quartile of the standard normal distribution. */
const QUARTILE = 0.67449;

/** Returns median and spread of first balances; null for fewer than 30 accounts. */
function firstBalanceOf(rows: readonly number[][], { day, balance }: Movements, start: number) {
  if (balance === null) return null;
  const first = rows
    .flatMap(([row]) => (day[row!]! <= start + SETTLED ? [balance[row!]!] : []))
    .filter((one) => one > 0);
  if (first.length < MIN_SHARING) return null;
  const [low, median, high] = [0.25, 0.5, 0.75].map((p) => quantile(first, p)) as [
    number,
    number,
    number,
  ];
  return { median, sigma: Math.log(high / low) / (2 * QUARTILE) };
}

/** Share of months that end with interest below which a balance earns none. */
const RARELY = 0.1;

/** Returns the balance below which hardly a month of accounts that earn interest ends with it. */
function interestFromOf(rows: readonly number[][], { kind, day, balance }: Movements): number {
  if (balance === null) return 0;
  const [paid, all] = [new Float64Array(AMOUNT_BINS), new Float64Array(AMOUNT_BINS)];
  for (const list of rows) {
    if (!list.some((row) => kind[row] === BANK_KINDS.interest)) continue;
    const months = new Map<string, number[]>();
    for (const row of list) {
      const { year, month } = civilFromDays(day[row]);
      const key = `${year} ${month}`;
      months.set(key, [...(months.get(key) ?? []), row]);
    }
    for (const month of months.values()) {
      const own = month.filter((row) => kind[row] !== BANK_KINDS.interest);
      if (own.length === 0 || !(balance[own.at(-1)!] > 0)) continue;
      const bin = amountBin(balance[own.at(-1)!]);
      all[bin]++;
      if (own.length < month.length) paid[bin]++;
    }
  }
  let from = 0;
  for (let bin = 0; bin < AMOUNT_BINS; bin++)
    if (all[bin] >= MIN_SHARING && paid[bin] < RARELY * all[bin]) from = bin + 1;
    else if (all[bin] >= MIN_SHARING) break;
  return from === 0 ? 0 : twoDigits(magnitudeAt(from));
}

/** Returns the share of bookings on weekends, of kinds that most banks book on business days. */
function weekendRowsOf({ kind, day }: Movements): number {
  const booked: readonly number[] = [
    MOVEMENT_KINDS.indexOf('transfer_in'),
    MOVEMENT_KINDS.indexOf('transfer_out'),
    BANK_KINDS.fee,
    BANK_KINDS.interest,
  ];
  const own = day.filter((_, row) => booked.includes(kind[row]));
  return own.length === 0 ? 0 : own.filter((one) => weekdayOf(one) > 4).length / own.length;
}

/** Returns figures that need the rows of each account together; none is of a single account. */
export function accountFigures(movements: Movements): AccountFigures {
  const { kind, amount, balance } = movements;
  const rows = rowsByAccount(movements);
  const shareOf = (code: number) => kind.filter((one) => one === code).length / kind.length || 0;
  const accountsWith = (code: number) =>
    rows.filter((list) => list.some((row) => kind[row] === code)).length / rows.length || 0;
  const interest = Array.from(amount).filter((_, row) => kind[row] === BANK_KINDS.interest);
  const openings = openingsOf(rows, movements);
  return {
    ...openings,
    firstBalance: firstBalanceOf(rows, movements, openings.window.start),
    ...feeFigures(rows, movements),
    interestAccounts: accountsWith(BANK_KINDS.interest),
    ...cashFigures(rows, movements),
    feeRows: shareOf(BANK_KINDS.fee),
    interestRows: shareOf(BANK_KINDS.interest),
    overdrawnRows:
      balance === null ? 0 : balance.filter((one) => one < 0).length / kind.length || 0,
    interest: interest.length < MIN_SHARING ? null : quantile(interest, 0.5),
    interestFrom: interestFromOf(rows, movements),
    weekendRows: weekendRowsOf(movements),
  };
}
