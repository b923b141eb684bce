import type { Column, Table } from '../../../table/table.ts';
import type { FileHistories } from '../file-histories.ts';
import { fitPeriod, type Recurring } from './fit-period.ts';
import { PERIODS } from './period.ts';

/** Recurring payment of an entity: rows of one kind and period, with their own variation. */
export type PaymentStream = Omit<Recurring, 'rows'> & {
  entity: number;
  kind: number;
  /** Rows in the order of the histories. */
  rows: number[];
  amount: number;
  /** Share of the rows that repeat the amount before. */
  same: number;
  /** Mean change of the others, as a share of the larger amount. */
  change: number;
};

const MIN_EQUAL = 3;
const MIN_VARYING = 4;
const MAX_CHANGE = 0.5;
/** Rows and share of filled dates from which amounts may vary freely, as interest does. */
const REGULAR = { rows: 6, filled: 0.9 };
/** Rows that are enough if each is on its day of the month, such as the last. */
const MIN_EXACT = 3;
const FREE_CHANGE = 0.2;

/** Returns true if a stream's amounts are drawn as those of other rows of its kind. */
export const isFree = ({ same, change }: { same: number; change: number }): boolean =>
  same <= 0.5 && change > FREE_CHANGE;

/** Codes of the words that name a payment: every word column but those with a value a row. */
export function paymentWords(table: Table, { order, places }: FileHistories): Int32Array[] {
  return table.columns.flatMap((column: Column, i) => {
    if (column.kind !== 'category' || i === places.entity) return [];
    const { codes } = column;
    if (column.dictionary.length > 0.9 * table.rows) return [];
    return [Int32Array.from(order, (row) => codes[row])];
  });
}

function variationOf(amounts: readonly number[]) {
  const changes = amounts
    .slice(1)
    .map(
      (amount, i) =>
        Math.abs(amount - amounts[i]) / Math.max(Math.abs(amount), Math.abs(amounts[i])),
    );
  const others = changes.filter((change) => change > 0);
  return {
    amount: amounts.toSorted((a, b) => a - b)[amounts.length >> 1],
    same: 1 - others.length / Math.max(1, changes.length),
    change: others.reduce((sum, change) => sum + change, 0) / Math.max(1, others.length),
  };
}

const grouped = (rows: readonly number[], keyOf: (row: number) => string): number[][] => [
  ...Map.groupBy(rows, keyOf).values(),
];

/** Returns the first rows of each day, the second ones, and so on: interest of two accounts in one. */
function rankedByDay(rows: readonly number[], days: Float64Array): number[][] {
  const ranks: number[][] = [];
  let rank = 0;
  rows.forEach((row, i) => {
    rank = i > 0 && days[row] === days[rows[i - 1]] ? rank + 1 : 0;
    ranks[rank] ??= [];
    ranks[rank].push(row);
  });
  return ranks;
}

/**
 * Finds each entity's recurring payments: rows with the same words, else of the same kind, that
 * recur all together or with an equal amount.
 */
export function findStreams(
  { start, count, days, amount }: FileHistories,
  { kinds, words }: { kinds: Uint8Array; words: readonly Int32Array[] },
): PaymentStream[] {
  const found: PaymentStream[] = [];
  const amounts = amount?.values ?? new Float64Array(days.length).fill(Number.NaN);
  const keys = [
    (row: number) => `${kinds[row]} ${words.map((codes) => codes[row]).join(' ')}`,
    (row: number) => `${kinds[row]}`,
  ];
  for (let entity = 0; entity < count; entity++) {
    const taken = new Set<number>();
    const take = (rows: number[], least: number): boolean => {
      const recurring = fitPeriod(
        rows.map((row) => days[row]),
        MIN_EXACT,
      );
      if (recurring === null) return false;
      const own = recurring.rows.map((i) => rows[i]);
      const variation = variationOf(own.map((row) => amounts[row]));
      const isExact =
        PERIODS[recurring.period].unit === 'month' &&
        own.every((row, i) => days[row] === recurring.nominal[i]);
      const enough = isExact ? MIN_EXACT : REGULAR.rows;
      const isRegular = own.length >= enough && recurring.filled >= REGULAR.filled;
      const isSteady = own.length >= least && variation.change <= MAX_CHANGE;
      if (!isRegular && !isSteady) return false;
      found.push({ ...recurring, ...variation, entity, kind: kinds[own[0]], rows: own });
      for (const row of own) taken.add(row);
      return true;
    };
    for (const keyOf of keys) {
      const free: number[] = [];
      for (let row = start[entity]; row < start[entity + 1]; row++)
        if (!taken.has(row) && Math.abs(amounts[row]) > 0) free.push(row);
      for (const rows of grouped(free, (row) => `${amounts[row] < 0} ${keyOf(row)}`)) {
        if (rows.length < MIN_EQUAL || take(rows, MIN_VARYING)) continue;
        const ranks = rankedByDay(rows, days);
        if (ranks.length > 1 && ranks.map((own) => take(own, MIN_VARYING)).includes(true)) continue;
        for (const equal of grouped(rows, (row) => String(amounts[row]))) take(equal, MIN_EQUAL);
      }
    }
  }
  return found;
}
