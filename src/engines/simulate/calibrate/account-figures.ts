import { quantile } from './account-aggregates.ts';
import { type CashFigures, cashFigures } from './cash-figures.ts';
import { byFrequency, type FeeFigures, feeFigures, MIN_SHARING } from './fee-figures.ts';
import {
  BANK_KINDS,
  MOVEMENT_KINDS,
  type MovementKind,
  type Movements,
  rowsByAccount,
} from './movements.ts';

/** Parts of the window for which openings are counted. */
const PARTS = 5;
/** Days from the first row of a file after which an account's first row shows its opening. */
const SETTLED = 45;
/** Rows of an account from which its shares and medians count. */
const MIN_ROWS = 8;

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
  /** Median of interest on current accounts. */
  interest: number | null;
  /** Most frequent kind, and the standard deviation of its share between accounts. */
  usual: { kind: MovementKind; spread: number; cash: boolean } | null;
  /** Standard deviation of the logarithm of accounts' median withdrawals. */
  cashBetween: number | null;
} & FeeFigures &
  CashFigures;

const deviation = (values: readonly number[]): number => {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  return Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / values.length);
};

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

function usualOf(rows: readonly number[][], { kind }: Movements): AccountFigures['usual'] {
  const known = kind.filter((code) => code < MOVEMENT_KINDS.length);
  const [most] = byFrequency(known);
  const enough = rows.filter(({ length }) => length >= MIN_ROWS);
  if (most === undefined || enough.length < MIN_SHARING) return null;
  const shares = enough.map(
    (list) => list.filter((row) => kind[row] === most[0]).length / list.length,
  );
  const name = MOVEMENT_KINDS[most[0]]!;
  return { kind: name, spread: deviation(shares), cash: name.startsWith('cash') };
}

function cashBetweenOf(rows: readonly number[][], { kind, amount }: Movements): number | null {
  const cash = MOVEMENT_KINDS.indexOf('cash_withdrawal');
  const medians = rows
    .map((list) => list.filter((row) => kind[row] === cash && amount[row]! > 0))
    .filter(({ length }) => length >= MIN_ROWS)
    .map((list) =>
      Math.log(
        quantile(
          list.map((row) => amount[row]!),
          0.5,
        ),
      ),
    );
  return medians.length < MIN_SHARING ? null : deviation(medians);
}

/** Returns figures that need the rows of each account together; none is of a single account. */
export function accountFigures(movements: Movements): AccountFigures {
  const { kind, amount, balance } = movements;
  const rows = rowsByAccount(movements);
  const shareOf = (code: number) => kind.filter((one) => one === code).length / kind.length || 0;
  const accountsWith = (code: number) =>
    rows.filter((list) => list.some((row) => kind[row] === code)).length / rows.length || 0;
  const interest = Array.from(amount).filter((_, row) => kind[row] === BANK_KINDS.interest);
  return {
    ...openingsOf(rows, movements),
    ...feeFigures(rows, movements),
    interestAccounts: accountsWith(BANK_KINDS.interest),
    ...cashFigures(rows, movements),
    feeRows: shareOf(BANK_KINDS.fee),
    interestRows: shareOf(BANK_KINDS.interest),
    overdrawnRows:
      balance === null ? 0 : balance.filter((one) => one < 0).length / kind.length || 0,
    interest: interest.length < MIN_SHARING ? null : quantile(interest, 0.5),
    usual: usualOf(rows, movements),
    cashBetween: cashBetweenOf(rows, movements),
  };
}
