import { DAY } from '../../table/datetime-form.ts';
import {
  entityIndex,
  orderByBalance,
  rowsByEntity,
  type SequenceShape,
} from '../../table/sequence-shape.ts';
import type { DatetimeColumn, NumberColumn, Table } from '../../table/table.ts';
import { takeColumn } from '../../table/take-rows.ts';
import { sharedBounds } from '../codec/fit-number-codec.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';
import { MAX_LEARNED_ROWS } from '../trees/learning-rows.ts';
import { isListedByTime, listsNewestFirst } from './listed-order.ts';

/** Rows of a file by entity, then time. Lists have one entry per row, in that order. */
export type FileHistories = {
  /** Rows of entity e are those from `start[e]` to `start[e + 1]`. */
  start: Int32Array;
  count: number;
  /** Row of the table. */
  order: Int32Array;
  /** Entity, from 0. */
  entity: Int32Array;
  days: Float64Array;
  /** First day that may be shown; `lastDay` is the last. */
  firstDay: number;
  lastDay: number;
  amount: NumberColumn | null;
  balance: NumberColumn | null;
  /** Column indexes in the table; -1 for none. */
  places: { entity: number; time: number; amount: number; balance: number };
  /**
   * True if all rows are in order of time; `newestFirst`: the newest row (of each entity) is first.
   */
  sortedByTime: boolean;
  newestFirst: boolean;
};

/** Returns the first of the fullest modeled decimal columns, else of the number columns. */
function firstAmount(table: Table, plans: readonly ColumnPlan[]): number {
  const numbers = table.columns.flatMap((column, i) =>
    plans[i].made === null && column.kind === 'number' ? [{ column, i }] : [],
  );
  const decimals = numbers.filter(({ column }) => column.decimals > 0);
  const [fullest] = (decimals.length > 0 ? decimals : numbers)
    .map(({ column: { values }, i }) => ({ i, missing: values.filter(Number.isNaN).length }))
    .sort((a, b) => a.missing - b.missing);
  return fullest?.i ?? -1;
}

/** Fills missing balances with the previous one plus the amount; first ones from later rows. */
function withoutGaps(
  balance: NumberColumn,
  amount: NumberColumn,
  entity: Int32Array,
): NumberColumn {
  if (!balance.values.some((value) => Number.isNaN(value))) return balance;
  const unit = 10 ** balance.decimals;
  const rounded = (value: number) => Math.round(value * unit) / unit;
  const values = balance.values.slice();
  for (let row = 1; row < values.length; row++)
    if (Number.isNaN(values[row]) && entity[row] === entity[row - 1])
      values[row] = rounded(values[row - 1] + amount.values[row]);
  for (let row = values.length - 2; row >= 0; row--)
    if (Number.isNaN(values[row]) && entity[row] === entity[row + 1])
      values[row] = rounded(values[row + 1] - amount.values[row + 1]);
  for (let row = 0; row < values.length; row++)
    if (Number.isNaN(values[row])) values[row] = amount.values[row];
  return { ...balance, values };
}

/** Groups a table's rows into sequences: as many complete ones as trees are trained on. */
export function readHistories(
  table: Table,
  {
    plans,
    shape,
    threshold,
  }: { plans: readonly ColumnPlan[]; shape: SequenceShape; threshold: number },
): FileHistories {
  const placeOf = (name: string) => table.columns.findIndex((column) => column.name === name);
  const numbersAt = (i: number) => (i < 0 ? null : (table.columns[i] as NumberColumn));
  const places = {
    entity: placeOf(shape.entity),
    time: placeOf(shape.time),
    amount: shape.balance === null ? firstAmount(table, plans) : placeOf(shape.balance.amount),
    balance: shape.balance === null ? -1 : placeOf(shape.balance.column),
  };
  const time = (table.columns[places.time] as DatetimeColumn).values;
  const amount = numbersAt(places.amount);
  const balance = numbersAt(places.balance);
  const { of, count: entities } = entityIndex(table.columns[places.entity]);
  const newestFirst = listsNewestFirst(of, entities, time);
  const grouped = rowsByEntity(of, entities, time, newestFirst);
  if (balance !== null && amount !== null) orderByBalance(grouped, { time, balance, amount });

  let count = entities;
  while (count > 1 && grouped.start[count] > MAX_LEARNED_ROWS) count--;
  const order = grouped.order.subarray(0, grouped.start[count]);
  const inOrder = (column: NumberColumn) => takeColumn(column, order) as NumberColumn;
  const days = Float64Array.from(order, (row) => Math.floor(time[row] / DAY));
  const entity = Int32Array.from(order, (row) => of[row]);
  const window = sharedBounds({ values: days, decimals: 0, entity }, threshold);
  return {
    start: grouped.start.subarray(0, count + 1),
    count,
    order,
    entity,
    days,
    firstDay: window.low,
    lastDay: window.high,
    amount: amount === null ? null : inOrder(amount),
    balance:
      balance === null || amount === null
        ? null
        : withoutGaps(inOrder(balance), inOrder(amount), entity),
    places,
    sortedByTime: isListedByTime(time, newestFirst),
    newestFirst,
  };
}

/** Returns the days since the entity's previous row; NaN for its first. */
export function gapsOf({ days, entity }: FileHistories): Float64Array {
  return days.map((day, row) =>
    row > 0 && entity[row] === entity[row - 1] ? day - days[row - 1] : Number.NaN,
  );
}

/** Returns the number of rows of the longest sequences, as far as they may be shown. */
export function longestOf({ start, count }: FileHistories, threshold: number): number {
  const values = Float64Array.from({ length: count }, (_, e) => start[e + 1] - start[e]);
  return Math.max(1, sharedBounds({ values, decimals: 0 }, threshold).high);
}
