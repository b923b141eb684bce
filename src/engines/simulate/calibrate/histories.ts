import { civilFromDays } from '../../../shared/civil-date.ts';
import { PROFILE_KINDS, type ProfileKind } from '../configuration/profiles.ts';
import { quantile } from './account-aggregates.ts';
import { BANK_KINDS, MOVEMENT_KINDS, type Movements, rowsByAccount } from './movements.ts';
import { sumOf } from './normal-scores-of.ts';
import { type RegularSeries, regularSeries } from './regular-series.ts';

const DAYS_A_MONTH = 30.44;
/** Months that an account has to be seen for its habits to show. */
const MIN_MONTHS = 6;
/** Share of balances below what an account keeps, and its age from which they count. */
const KEPT = 0.1;
const SETTLED_MONTHS = 2;
/** Share of all that comes in from which a fixed payment is an account's income. */
const MIN_OF_INCOME = 0.4;
const IN: readonly ProfileKind[] = ['cashDeposit', 'transferIn'];
/** Age that stands for a booking that never came. */
export const NEVER = 99;

const PROFILE_KIND = MOVEMENT_KINDS.map(
  (kind) => PROFILE_KINDS.find((one) => one.toLowerCase() === kind.replace('_', '')) as ProfileKind,
);

/** Fixed income or standing order: its day of the month, and the age of the account at the first one. */
type Fixed = { amount: number; day: number; age: number };

/** Movements of one account, separated into calendars and others. */
export type History = {
  /** True if the account was opened within the file. */
  opened: boolean;
  /** Months from the first row to the end of the file. */
  months: number;
  income: (Fixed & { kind: 'cashDeposit' | 'transferIn' }) | null;
  /** Payments of the income's kind on its days that are not of its amount, and usual ones by month. */
  extras: { day: number; ratio: number }[];
  incomeMonths: number[];
  orders: Fixed[];
  /** Bookings outside calendars, with the balance before; NaN if unknown. */
  irregular: { kind: ProfileKind; amount: number; before: number; row: number }[];
  /** Balance that the account mostly stays above once settled; NaN if unknown. */
  kept: number;
  ageOf: (row: number) => number;
  /** Month of the year of each day from the first row to the end of the file. */
  calendar: readonly number[];
  /** Age of the account at the first fee or interest; 99 if there is none. */
  firstAge: (kind: 'fee' | 'interest') => number;
};

function historyOf(
  movements: Movements,
  rows: readonly number[],
  { start, end, monthsOfDays }: { start: number; end: number; monthsOfDays: readonly number[] },
): History {
  const { day, kind, amount, balance } = movements;
  const [first] = rows;
  const ageOf = (row: number) => (day[row] - day[first]) / DAYS_A_MONTH;
  const opened = balance !== null && Math.abs(balance[first] - amount[first]) < 0.005;
  const fixed = ({ amount: sum, day: on, rows: own }: RegularSeries): Fixed => ({
    amount: sum,
    day: on,
    age: ageOf(own[0]),
  });
  const all = regularSeries(movements, rows, end);
  const nameOf = (code: number) => PROFILE_KIND[code];
  const incomes = all.filter((one) => nameOf(one.kind) !== 'transferOut');
  const total = (one: RegularSeries) => one.amount * one.rows.length;
  const [largest] = incomes.sort((a, b) => total(b) - total(a));
  const cameIn = rows.filter((row) => IN.includes(nameOf(kind[row]))).map((row) => amount[row]);
  const income =
    largest !== undefined && total(largest) >= MIN_OF_INCOME * sumOf(cameIn) ? largest : undefined;
  const orders = all.filter((one) => nameOf(one.kind) === 'transferOut');
  const regular = new Set([income, ...orders].flatMap((one) => one?.rows ?? []));
  const incomeMonths = new Array<number>(12).fill(0);
  const extras: History['extras'] = [];
  if (income !== undefined) {
    for (const row of income.rows) incomeMonths[civilFromDays(day[row]).month - 1]++;
    for (const row of rows) {
      if (kind[row] !== income.kind || regular.has(row)) continue;
      if (civilFromDays(day[row]).day !== income.day) continue;
      extras.push({ day: day[row], ratio: amount[row] / income.amount });
      if (amount[row] > income.amount) regular.add(row);
    }
  }
  const irregular = rows.flatMap((row) => {
    if (regular.has(row) || kind[row] >= MOVEMENT_KINDS.length) return [];
    if (opened && row === first) return [];
    const of = nameOf(kind[row]);
    const before = balance === null ? Number.NaN : balance[row] + amount[row];
    return [{ kind: of, amount: amount[row], before, row }];
  });
  return {
    opened,
    months: (end - day[first] + 1) / DAYS_A_MONTH,
    income:
      income === undefined
        ? null
        : { ...fixed(income), kind: nameOf(income.kind) as 'cashDeposit' | 'transferIn' },
    extras,
    incomeMonths,
    orders: orders.map(fixed),
    irregular,
    kept:
      balance === null
        ? Number.NaN
        : quantile(
            rows.filter((row) => ageOf(row) >= SETTLED_MONTHS).map((row) => balance[row]),
            KEPT,
          ),
    ageOf,
    calendar: monthsOfDays.slice(day[first] - start),
    firstAge: (of) => {
      const row = rows.find((one) => kind[one] === BANK_KINDS[of]);
      return row === undefined ? NEVER : ageOf(row);
    },
  };
}

/** Returns the histories of accounts that are seen for half a year and more. */
export function historiesOf(movements: Movements): History[] {
  const end = movements.day.reduce((last, day) => Math.max(last, day), Number.NEGATIVE_INFINITY);
  const start = movements.day.reduce(
    (first, day) => Math.min(first, day),
    Number.POSITIVE_INFINITY,
  );
  const monthsOfDays = Array.from(
    { length: Math.max(0, end - start + 1) },
    (_, day) => civilFromDays(start + day).month,
  );
  return rowsByAccount(movements)
    .map((rows) => historyOf(movements, rows, { start, end, monthsOfDays }))
    .filter(({ months }) => months >= MIN_MONTHS);
}
