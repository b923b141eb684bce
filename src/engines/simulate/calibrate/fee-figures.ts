import { civilFromDays } from '../../../shared/civil-date.ts';
import { BANK_KINDS, type Movements } from './movements.ts';

/** Accounts that have to share a figure before it is one of the bank's. */
export const MIN_SHARING = 30;
const MAX_FEES = 5;

export type FeeFigures = {
  /** Sizes of fees by the number of accounts that mostly pay them; none that fewer than 30 pay. */
  fees: { amount: number; accounts: number }[];
  /** Day of the month on which most fees are booked; 31 for a month's last days. */
  feeDay: number;
};

export const twoDigits = (value: number): number => Number(value.toPrecision(2));

/** Returns values by how often they occur, the most frequent first. */
function byFrequency(values: Iterable<number>): [value: number, count: number][] {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || a - b);
}

/** Returns figures of the fee that each account mostly pays. */
export function feeFigures(
  rows: readonly number[][],
  { kind, amount, day }: Movements,
): FeeFigures {
  const usual = rows.flatMap((list) => {
    const own = list.filter((row) => kind[row] === BANK_KINDS.fee);
    const [most] = byFrequency(own.map((row) => amount[row]!));
    if (most === undefined) return [];
    const days = own.filter((row) => amount[row] === most[0]).map((row) => day[row]!);
    return [{ size: most[0], days }];
  });
  const dates = usual.flatMap(({ days }) => days.map((one) => civilFromDays(one).day));
  const [date] = byFrequency(dates);
  return {
    fees: byFrequency(usual.map(({ size }) => size))
      .filter(([, accounts]) => accounts >= MIN_SHARING)
      .slice(0, MAX_FEES)
      .map(([size, accounts]) => ({ amount: size, accounts })),
    feeDay: date === undefined || date[0] > 28 ? 31 : date[0],
  };
}
