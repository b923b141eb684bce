import type { ColumnRole } from './column-role.ts';
import { isTimeOnly } from './datetime-form.ts';
import { isMaskedNumber } from './masked-number.ts';
import type { Column, DatetimeColumn, NumberColumn, Table } from './table.ts';

/** A file of histories: whose they are, what orders them, and the balance that runs through them. */
export type SequenceShape = {
  entity: string;
  time: string;
  entities: number;
  /** balance = balance of the row before + amount, where such columns stand. */
  balance: { column: string; amount: string; share: number } | null;
};

const MIN_MEAN_LENGTH = 4;
/** Of fewer, the bounds of what is given out would be one value: five entities reach each of them. */
const MIN_ENTITIES = 9;
const IDENTITY_SHARE = 0.9;
/** Balances that may be missing: what stands there follows from the row before. */
const MAX_MISSING = 0.01;
const FIRST_LOOK_ROWS = 1000;
const FIRST_LOOK_SHARE = 0.7;

/** Numbers an entity column's values 0, 1, 2 … in order of first sight; -1 where missing. */
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

/** Rows grouped by entity, each group in order of time and, within one moment, of the file, or against it. */
export function rowsByEntity(
  of: Int32Array,
  count: number,
  time: Float64Array,
  newestFirst = false,
): { order: Int32Array; start: Int32Array } {
  const later = newestFirst ? -1 : 1;
  const start = new Int32Array(count + 1);
  for (const entity of of) if (entity >= 0) start[entity + 1]++;
  for (let i = 0; i < count; i++) start[i + 1] += start[i];
  const next = start.slice(0, count);
  const order = new Int32Array(start[count]);
  for (let row = 0; row < of.length; row++) {
    const entity = of[row];
    if (entity >= 0) order[next[entity]++] = row;
  }
  for (let entity = 0; entity < count; entity++) {
    order
      .subarray(start[entity], start[entity + 1])
      .sort((a, b) => (time[a] < time[b] ? -1 : time[a] > time[b] ? 1 : later * (a - b)));
  }
  return { order, start };
}

/** By how much a balance may miss the one before plus the amount: a rounding step. */
export const balanceSlack = ({ decimals }: NumberColumn): number =>
  0.15 * Math.max(1, 10 ** (1 - decimals));

/**
 * Puts rows of one entity and moment into the order in which their balances follow one another, where
 * there is one: files often list a day's movements in another order than they were booked.
 *
 * @returns the share of rows whose balance is the one before plus the amount, to a rounding step
 */
export function orderByBalance(
  grouped: { order: Int32Array; start: Int32Array },
  { time, balance, amount }: { time: Float64Array; balance: NumberColumn; amount: NumberColumn },
): number {
  const { order, start } = grouped;
  const slack = balanceSlack(balance);
  let kept = 0;
  let tried = 0;
  for (let entity = 0; entity + 1 < start.length; entity++) {
    let before = Number.NaN;
    for (let i = start[entity]; i < start[entity + 1]; i++) {
      let pick = i;
      for (let j = i; j < start[entity + 1] && time[order[j]] === time[order[i]]; j++) {
        const opening = balance.values[order[j]] - amount.values[order[j]];
        const wanted = Number.isNaN(before) ? 0 : before;
        if (Math.abs(opening - wanted) <= slack) {
          pick = j;
          break;
        }
      }
      const row = order[pick];
      order.copyWithin(i + 1, i, pick);
      order[i] = row;
      const after = balance.values[row];
      if (amount.values[row] !== 0 && !Number.isNaN(before)) {
        tried++;
        if (Math.abs(after - amount.values[row] - before) <= slack) kept++;
      }
      // A missing balance is the one before plus the amount, so that it costs its own row and no other.
      before = Number.isNaN(after) ? before + amount.values[row] : after;
    }
  }
  return tried < 50 ? 0 : kept / tried;
}

function findBalance(
  table: Table,
  time: Float64Array,
  grouped: ReturnType<typeof rowsByEntity>,
): SequenceShape['balance'] {
  const missingIn = ({ values }: NumberColumn) =>
    values.reduce((missing, value) => missing + (Number.isNaN(value) ? 1 : 0), 0);
  const numbers = table.columns
    .filter((column): column is NumberColumn => column.kind === 'number')
    .map((column) => ({ column, missing: missingIn(column) }))
    .filter(({ missing }) => missing <= MAX_MISSING * table.rows);
  const complete = numbers.filter(({ missing }) => missing === 0);
  // A look at the first entities rules most pairs out; a lone row has no step that could.
  let few = 1;
  while (few + 1 < grouped.start.length && grouped.start[few] - few < FIRST_LOOK_ROWS) few++;
  const some = {
    order: grouped.order.slice(0, grouped.start[few]),
    start: grouped.start.slice(0, few + 1),
  };
  const agree = (
    of: ReturnType<typeof rowsByEntity>,
    balance: NumberColumn,
    amount: NumberColumn,
  ) => orderByBalance({ order: of.order.slice(), start: of.start }, { time, balance, amount });
  let best: SequenceShape['balance'] = null;
  for (const { column: balance } of numbers) {
    for (const { column: amount } of complete) {
      if (amount === balance) continue;
      if (agree(some, balance, amount) < FIRST_LOOK_SHARE) continue;
      const share = agree(grouped, balance, amount);
      if (share >= IDENTITY_SHARE && share > (best?.share ?? 0)) {
        best = { column: balance.name, amount: amount.name, share };
      }
    }
  }
  return best;
}

/** True where most entities have more than one value: a birthday or an opening date does not order rows. */
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

/**
 * The reference column with the most entities that still have four rows or more each on average; null for none. What
 * is left of a masked number is several cards', and tells no history.
 *
 * @param minEntities histories are learned of nine at least
 */
export function likelyEntity(
  table: Table,
  roles: readonly ColumnRole[],
  minEntities = MIN_ENTITIES,
): Column | null {
  let best: { column: Column; count: number } | null = null;
  table.columns.forEach((column, i) => {
    if (roles[i] !== 'reference') return;
    if (column.kind === 'category' && column.dictionary.every(isMaskedNumber)) return;
    const index = entityIndex(column);
    if (index.count < minEntities || table.rows < MIN_MEAN_LENGTH * index.count) return;
    if (index.of.includes(-1)) return;
    if (best === null || index.count > best.count) best = { column, count: index.count };
  });
  return (best as { column: Column } | null)?.column ?? null;
}

/**
 * Finds whose histories the rows tell: those of the likely entity, in order of the first complete date column that
 * varies within them.
 *
 * @param roles one role a column of the table
 */
export function findSequence(table: Table, roles: readonly ColumnRole[]): SequenceShape | null {
  const column = likelyEntity(table, roles);
  return column === null ? null : sequenceOf(table, column);
}

/** The histories of a column's entities, by the first complete date that varies within them; null where none does. */
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

/** The histories of a column's entities in order of a complete date column, whether or not it varies within them. */
export function shapeOf(table: Table, entity: Column, time: DatetimeColumn): SequenceShape {
  const { of, count } = entityIndex(entity);
  const grouped = rowsByEntity(of, count, time.values);
  return {
    entity: entity.name,
    time: time.name,
    entities: count,
    balance: findBalance(table, time.values, grouped),
  };
}
