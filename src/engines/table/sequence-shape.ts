import { isTimeOnly } from './datetime-form.ts';
import type { Column, DatetimeColumn, NumberColumn, Table } from './table.ts';

/** Sequences in a file: entity, order and running balance. */
export type SequenceShape = {
  entity: string;
  time: string;
  entities: number;
  /** Running balance: previous balance + amount, if such columns exist. */
  balance: { column: string; amount: string; share: number } | null;
};

const IDENTITY_SHARE = 0.9;
/** Maximum share of missing balances; they are derived from the previous row. */
const MAX_MISSING = 0.01;
const FIRST_LOOK_ROWS = 1000;
/** Rows of one entity looked at first: rows of one time are compared with each other. */
const MAX_FIRST_LOOK_ROWS = 2000;
const FIRST_LOOK_SHARE = 0.7;

/** Numbers an entity column's values 0, 1, 2 … in order of first occurrence; -1 for missing. */
export function entityIndex(column: Column): { of: Int32Array; count: number } {
  const rows = column.kind === 'category' ? column.codes : column.values;
  const of = new Int32Array(rows.length);
  const seen = new Map<number, number>();
  for (let i = 0; i < rows.length; i++) {
    const value = rows[i];
    if (Number.isNaN(value) || (column.kind === 'category' && value < 0)) {
      of[i] = -1;
      continue;
    }
    let index = seen.get(value);
    if (index === undefined) {
      index = seen.size;
      seen.set(value, index);
    }
    of[i] = index;
  }
  return { of, count: seen.size };
}

type Grouped = { order: Int32Array; start: Int32Array };

/** Groups rows by entity, in file order. */
function groupRows(of: Int32Array, count: number): Grouped {
  const start = new Int32Array(count + 1);
  for (const entity of of) if (entity >= 0) start[entity + 1]++;
  for (let i = 0; i < count; i++) start[i + 1] += start[i];
  const next = start.slice(0, count);
  const order = new Int32Array(start[count]);
  for (let row = 0; row < of.length; row++) {
    const entity = of[row];
    if (entity >= 0) order[next[entity]++] = row;
  }
  return { order, start };
}

/** Sorts the rows of entities `from` to `to` by time and, for equal times, in file order or its reverse. */
function sortByTime(
  { order, start }: Grouped,
  time: Float64Array,
  { from, to, newestFirst = false }: { from: number; to: number; newestFirst?: boolean },
): void {
  const later = newestFirst ? -1 : 1;
  for (let entity = from; entity < to; entity++) {
    order
      .subarray(start[entity], start[entity + 1])
      .sort((a, b) => (time[a] < time[b] ? -1 : time[a] > time[b] ? 1 : later * (a - b)));
  }
}

/** Groups rows by entity, ordered by time and, for equal times, in file order or its reverse. */
export function rowsByEntity(
  of: Int32Array,
  count: number,
  time: Float64Array,
  newestFirst = false,
): Grouped {
  const grouped = groupRows(of, count);
  sortByTime(grouped, time, { from: 0, to: count, newestFirst });
  return grouped;
}

/** Returns the tolerance of a running balance: one rounding step. */
export const balanceSlack = ({ decimals }: NumberColumn): number =>
  0.15 * Math.max(1, 10 ** (1 - decimals));

/** Rows of one time from which their openings are sorted, so that not each row looks at all. */
const MANY_ROWS = 8;
const NO_OPENINGS = new Float64Array(0);

/** Returns the balances before many rows, sorted; nothing for few. */
function openingsOf(
  rows: Int32Array,
  { balance, amount }: { balance: NumberColumn; amount: NumberColumn },
): Float64Array {
  if (rows.length < MANY_ROWS) return NO_OPENINGS;
  return Float64Array.from(rows, (row) => balance.values[row] - amount.values[row]).sort();
}

/** Returns true if one of the sorted numbers differs by `slack` at most; NaN does not. */
function hasNear(sorted: Float64Array, value: number, slack: number): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value - sorted[middle] > slack) low = middle + 1;
    else high = middle;
  }
  return low < sorted.length && Math.abs(sorted[low] - value) <= slack;
}

/**
 * Reorders rows of one entity and time so that their balances are consistent, if possible: files
 * often list a day's movements in another order than they were booked.
 *
 * @returns share of rows whose balance is the previous one plus the amount, to a rounding step
 */
export function orderByBalance(
  grouped: Grouped,
  { time, balance, amount }: { time: Float64Array; balance: NumberColumn; amount: NumberColumn },
): number {
  const { order, start } = grouped;
  const isCoarse = amount.decimals > balance.decimals;
  const slack = isCoarse ? balanceSlack(balance) : 0.15;
  const leastStep = 0.5 * 10 ** -balance.decimals;
  // Smaller movements fit a constant; those within the tolerance fit numbers counted up by one too.
  const leastTested = isCoarse ? 2 * slack : leastStep;
  let consistent = 0;
  let tried = 0;
  for (let entity = 0; entity + 1 < start.length; entity++) {
    let before = Number.NaN;
    const end = start[entity + 1];
    let until = start[entity];
    let openings: Float64Array = NO_OPENINGS;
    for (let i = start[entity]; i < end; i++) {
      if (i === until) {
        while (until < end && time[order[until]] === time[order[i]]) until++;
        openings = openingsOf(order.subarray(i, until), { balance, amount });
      }
      const expected = Number.isNaN(before) ? 0 : before;
      let pick = i;
      if (openings.length === 0 || hasNear(openings, expected, slack)) {
        for (let j = i; j < until; j++) {
          const opening = balance.values[order[j]] - amount.values[order[j]];
          if (Math.abs(opening - expected) <= slack) {
            pick = j;
            break;
          }
        }
      }
      const row = order[pick];
      order.copyWithin(i + 1, i, pick);
      order[i] = row;
      const after = balance.values[row];
      if (Math.abs(amount.values[row]) >= leastTested && !Number.isNaN(before)) {
        tried++;
        const fits = Math.abs(after - amount.values[row] - before) <= slack;
        if (fits && after !== before) consistent++;
      }
      // An age that grows in years without claims is no balance of claims.
      else if (amount.values[row] === 0 && Math.abs(after - before) > leastStep) tried++;
      // Derive a missing balance, so that it costs only its own row.
      before = Number.isNaN(after) ? before + amount.values[row] : after;
    }
  }
  return tried < 50 ? 0 : consistent / tried;
}

const missingIn = ({ values }: NumberColumn): number => {
  let missing = 0;
  for (let row = 0; row < values.length; row++) missing += Number(Number.isNaN(values[row]));
  return missing;
};

/** @param grouped rows in file order, which are sorted as far as they are looked at */
function findBalance(table: Table, time: Float64Array, grouped: Grouped): SequenceShape['balance'] {
  const numbers = table.columns
    .filter((column): column is NumberColumn => column.kind === 'number')
    .map((column) => ({ column, missing: missingIn(column) }))
    .filter(({ missing }) => missing <= MAX_MISSING * table.rows);
  const complete = numbers.filter(({ missing }) => missing === 0);
  // The first entities rule most pairs out; single rows have no step to check.
  let few = 1;
  while (few + 1 < grouped.start.length && grouped.start[few] - few < FIRST_LOOK_ROWS) few++;
  sortByTime(grouped, time, { from: 0, to: few });
  let sorted = few;
  const looked = Math.min(grouped.start[few], MAX_FIRST_LOOK_ROWS);
  const some = {
    order: grouped.order.subarray(0, looked),
    start: grouped.start.slice(0, few + 1).map((row) => Math.min(row, looked)),
  };
  const agree = (of: Grouped, balance: NumberColumn, amount: NumberColumn) =>
    orderByBalance({ order: of.order.slice(), start: of.start }, { time, balance, amount });
  let best: SequenceShape['balance'] = null;
  for (const { column: balance } of numbers) {
    for (const { column: amount } of complete) {
      if (amount === balance) continue;
      if (agree(some, balance, amount) < FIRST_LOOK_SHARE) continue;
      sortByTime(grouped, time, { from: sorted, to: grouped.start.length - 1 });
      sorted = grouped.start.length - 1;
      const share = agree(grouped, balance, amount);
      if (share >= IDENTITY_SHARE && share > (best?.share ?? 0)) {
        best = { column: balance.name, amount: amount.name, share };
      }
    }
  }
  return best;
}

/** Returns true if most entities have several values; a birthday or opening date orders nothing. */
function variesWithin(values: Float64Array, of: Int32Array, count: number): boolean {
  const first = new Float64Array(count).fill(Number.NaN);
  const varies = new Uint8Array(count);
  for (let row = 0; row < of.length; row++) {
    const entity = of[row];
    if (Number.isNaN(first[entity])) first[entity] = values[row];
    else if (values[row] !== first[entity]) varies[entity] = 1;
  }
  return varies.reduce((sum, flag) => sum + flag, 0) > count / 2;
}

/** Returns an entity's sequences by the first complete date that varies within them, or null. */
export function sequenceOf(table: Table, column: Column): SequenceShape | null {
  const { of, count } = entityIndex(column);
  const time = table.columns.find(
    (candidate): candidate is DatetimeColumn =>
      candidate.kind === 'datetime' &&
      !isTimeOnly(candidate.form) &&
      !candidate.values.some((value) => Number.isNaN(value)) &&
      variesWithin(candidate.values, of, count),
  );
  return time === undefined ? null : shapeOf(table, column, time);
}

/** Returns an entity's sequences by a complete date, even one that does not vary in them. */
export function shapeOf(table: Table, entity: Column, time: DatetimeColumn): SequenceShape {
  const { of, count } = entityIndex(entity);
  return {
    entity: entity.name,
    time: time.name,
    entities: count,
    balance: findBalance(table, time.values, groupRows(of, count)),
  };
}
