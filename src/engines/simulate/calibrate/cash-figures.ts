import type { Configuration } from '../configuration/schema.ts';
import { quantile } from './account-aggregates.ts';
import { MIN_SHARING, twoDigits } from './fee-figures.ts';
import { MOVEMENT_KINDS, type MovementKind, type Movements } from './movements.ts';

const NEARLY_ALL = 0.9;
const EXTREME = 0.02;
/** Share of accounts beyond a limit from which they are too few to state one. */
const MAX_EXTREME = 0.1;
/** Amounts from which the 20th largest is a limit. */
const MIN_AMOUNTS = 2000;
/** Rows beyond a quantile, so that it tells nothing of one of them. */
const MIN_BEYOND = 20;

export type CashFigures = {
  /** Amounts that nearly all withdrawals, and deposits, stay below; two digits. */
  mostCash: number | null;
  mostDeposit: number | null;
  /** First deposits of opened accounts: their 2nd and 98th percentile (from 20 accounts beyond), two digits, step and usual kind. */
  firstDeposit: Configuration['accounts']['firstDeposit'] | null;
  /** Number that nearly all withdrawals are multiples of. */
  note: number | null;
};

const amountsOf = ({ kind, amount }: Movements, of: MovementKind): number[] => {
  const code = MOVEMENT_KINDS.indexOf(of);
  return Array.from(amount.filter((_, row) => kind[row] === code));
};

const mostOf = (sums: readonly number[]): number | null =>
  sums.length < MIN_AMOUNTS ? null : twoDigits(quantile(sums, 1 - MIN_BEYOND / sums.length));

/** Largest of 1, 2 and 5 times a power of ten that nearly all amounts are multiples of; .01 at least. */
function stepOf(sums: readonly number[]): number {
  const steps = [3, 2, 1, 0, -1].flatMap((power) => [5, 2, 1].map((digit) => digit * 10 ** power));
  const isMultiple = (sum: number, step: number) =>
    Math.abs(sum / step - Math.round(sum / step)) < 1e-6;
  const nearlyAll = NEARLY_ALL * sums.length;
  return (
    steps.find((step) => sums.filter((sum) => isMultiple(sum, step)).length >= nearlyAll) ?? 0.01
  );
}

function firstDepositOf(
  rows: readonly number[][],
  { amount, balance, kind }: Movements,
): CashFigures['firstDeposit'] {
  const first = rows
    .map(([row]) => row!)
    .filter((row) => balance !== null && Math.abs(balance[row]! - amount[row]!) < 0.005);
  const sums = first.map((row) => amount[row]!);
  const inCash = first.filter((row) => kind[row] === MOVEMENT_KINDS.indexOf('cash_deposit'));
  const extreme = Math.max(EXTREME, MIN_BEYOND / sums.length);
  if (extreme > MAX_EXTREME) return null;
  const [least, most] = [extreme, 1 - extreme].map((p) => twoDigits(quantile(sums, p)));
  const usual = 2 * inCash.length > first.length ? 'cashDeposit' : 'transferIn';
  return { least: least!, most: most!, step: stepOf(sums), kind: usual };
}

/** Returns limits and steps of cash, each of amounts that many rows share. */
export function cashFigures(rows: readonly number[][], movements: Movements): CashFigures {
  const withdrawals = amountsOf(movements, 'cash_withdrawal');
  return {
    mostCash: mostOf(withdrawals),
    mostDeposit: mostOf(amountsOf(movements, 'cash_deposit')),
    firstDeposit: firstDepositOf(rows, movements),
    note: withdrawals.length < MIN_SHARING ? null : stepOf(withdrawals),
  };
}
