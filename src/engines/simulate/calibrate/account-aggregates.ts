import { civilFromDays, daysInMonth, weekdayOf } from '../../../shared/civil-date.ts';
import {
  BANK_KINDS,
  directionOf,
  MOVEMENT_KINDS,
  type Movements,
  rowsByAccount,
} from './movements.ts';

const DAYS_A_MONTH = 30.44;
/** Days at a month's end on which banks book interest and fees. */
const MONTH_END = 3;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const share = (values: readonly number[], is: (value: number) => boolean) =>
  values.filter(is).length / values.length;

/** Returns a quantile, NaN without values. */
export function quantile(values: readonly number[], p: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted.length === 0 ? Number.NaN : sorted[Math.floor(p * (sorted.length - 1))]!;
}

/** Returns the burstiness of gaps between days (Goh and Barabasi 2008), NaN below three gaps. */
function burstiness(days: readonly number[]): number {
  const gaps = days.slice(1).map((day, i) => day - days[i]!);
  if (gaps.length < 3) return Number.NaN;
  const mean = sum(gaps) / gaps.length;
  const deviation = Math.sqrt(sum(gaps.map((gap) => (gap - mean) ** 2)) / gaps.length);
  return deviation + mean === 0 ? 0 : (deviation - mean) / (deviation + mean);
}

const isMonthEnd = (date: number) => {
  const { year, month, day } = civilFromDays(date);
  return day > daysInMonth(year, month) - MONTH_END;
};

/** Rows of one account in order of days. */
type Account = {
  days: number[];
  amounts: number[];
  kinds: number[];
  balances: number[];
  /** Last day of the file. */
  end: number;
};

const months = ({ days, end }: Account) => Math.max(1, (end - days[0]! + 1) / DAYS_A_MONTH);
const going = ({ amounts, kinds }: Account, direction: number) =>
  amounts.filter((_, i) => directionOf(kinds[i]!) === direction);
const ofKind = (kind: number) => (account: Account) => share(account.kinds, (one) => one === kind);

/** Aggregates of an account by name: all that a classifier reads of it. */
const AGGREGATES: Readonly<Record<string, (account: Account) => number>> = {
  'months since the first row': months,
  'rows a month': (account) => account.days.length / months(account),
  burstiness: ({ days }) => burstiness(days),
  ...Object.fromEntries(
    MOVEMENT_KINDS.slice(0, 5).map((kind, code) => [
      `share of ${kind.replace('_', ' ')}`,
      ofKind(code),
    ]),
  ),
  'share of fees': ofKind(BANK_KINDS.fee),
  'share of interest': ofKind(BANK_KINDS.interest),
  'median that comes in': (account) => quantile(going(account, 1), 0.5),
  'median that goes out': (account) => quantile(going(account, -1), 0.5),
  'quartile ratio of amounts': ({ amounts }) => quantile(amounts, 0.75) / quantile(amounts, 0.25),
  'smallest amount': ({ amounts }) => Math.min(...amounts),
  'largest amount': ({ amounts }) => Math.max(...amounts),
  'volume a month': (account) => sum(account.amounts) / months(account),
  'last balance': ({ balances }) => balances.at(-1)!,
  'lowest balance': ({ balances }) => Math.min(...balances),
  'share on weekends': ({ days }) => share(days, (day) => weekdayOf(day) > 4),
  'share at the end of months': ({ days }) => share(days, isMonthEnd),
};

export type AccountAggregate = { name: string; values: Float64Array };

/** Returns twenty aggregates of each account, NaN where an account has too few rows for one. */
export function accountAggregates(movements: Movements): AccountAggregate[] {
  const { day, amount, kind, balance } = movements;
  const end = day.reduce((latest, one) => Math.max(latest, one), Number.NEGATIVE_INFINITY);
  const accounts = rowsByAccount(movements).map(
    (rows): Account => ({
      days: rows.map((row) => day[row]!),
      amounts: rows.map((row) => amount[row]!),
      kinds: rows.map((row) => kind[row]!),
      balances: rows.map((row) => balance?.[row] ?? Number.NaN),
      end,
    }),
  );
  return Object.entries(AGGREGATES).map(([name, of]) => ({
    name,
    values: Float64Array.from(accounts, of),
  }));
}
