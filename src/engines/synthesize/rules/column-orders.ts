import { DAY, isDateOnly, isTimeOnly } from '../../table/datetime-form.ts';
import type { Column, DatetimeColumn, NumberColumn, Table } from '../../table/table.ts';

/** Pair of columns of which `low` never exceeds `high`, such as opening and closing dates. */
export type ColumnOrder = { low: number; high: number };

type Valued = NumberColumn | DatetimeColumn;

const MIN_ROWS = 50;
const MIN_SHARE = 0.999;
/** Minimum number of rows that would violate an order if the columns were independent. */
const MIN_BY_CHANCE = 15;
const MIN_SHARE_BY_CHANCE = 0.01;
const LOOKED_AT_ROWS = 5000;
const MAX_COUNTS = 24;

/** Returns the unit of a column of numbers or days; null for months and times of day. */
function unitOf(column: Valued): number | null {
  if (column.kind === 'number') return 10 ** -column.decimals;
  const { pattern } = column.form;
  if (isTimeOnly(column.form) || !/D/.test(pattern.replace(/\[[^\]]*\]/g, ''))) return null;
  return isDateOnly(column.form) ? DAY : 1;
}

/** Returns true for whole numbers of few values, such as counts of claims: they bound no amount. */
function isCount({ decimals, values }: NumberColumn): boolean {
  if (decimals > 0) return false;
  const found = new Set<number>();
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (!Number.isNaN(value)) found.add(value);
    if (found.size > MAX_COUNTS) return false;
  }
  return true;
}

function areComparable(a: Valued, b: Valued, isCount: (column: Valued) => boolean): boolean {
  if (a.kind === 'datetime' && b.kind === 'datetime' && a.form.pattern === b.form.pattern)
    return !isTimeOnly(a.form);
  if (a.kind === 'number' && b.kind === 'number' && isCount(a) !== isCount(b))
    return Math.max(a.decimals, b.decimals) === 0;
  return a.kind === b.kind && unitOf(a) !== null && unitOf(b) !== null;
}

/** Checks a sample of rows: at most 0.1 % violate the order, though enough would by chance. */
function isNeverAbove(low: Float64Array, high: Float64Array, step: number): boolean {
  const half = low.length >> 1;
  let comparable = 0;
  let broken = 0;
  let byChance = 0;
  const most = ((1 - MIN_SHARE) * low.length) / step;
  for (let row = 0; row < low.length; row += step) {
    if (low[row] > high[(row + half) % low.length]) byChance++;
    if (Number.isNaN(low[row] + high[row])) continue;
    comparable++;
    if (low[row] > high[row] && ++broken > most) return false;
  }
  return (
    comparable >= MIN_ROWS &&
    broken <= (1 - MIN_SHARE) * comparable &&
    byChance >= Math.max(MIN_BY_CHANCE, MIN_SHARE_BY_CHANCE * comparable)
  );
}

/**
 * Finds the modeled columns of numbers or dates that never exceed another: in 99.9 % of at least 50
 * rows with both, although 1 % and 15 rows would violate it if the columns were independent.
 * Orders that follow from two others are left out.
 *
 * @param apart columns derived from others, or used by sequences
 */
export function findColumnOrders(
  table: Table,
  isLearned: readonly boolean[],
  apart: ReadonlySet<number>,
): ColumnOrder[] {
  const places = table.columns.flatMap(({ kind }, i) =>
    kind !== 'category' && isLearned[i] && !apart.has(i) ? [i] : [],
  );
  const at = (place: number) => table.columns[place] as Valued;
  const step = Math.max(1, Math.floor(table.rows / LOOKED_AT_ROWS));
  const counts = new Set(
    places.map(at).filter((column) => column.kind === 'number' && isCount(column)),
  );
  const above = (low: number, high: number) =>
    low !== high &&
    areComparable(at(low), at(high), (column) => counts.has(column)) &&
    isNeverAbove(at(low).values, at(high).values, step) &&
    (step === 1 || isNeverAbove(at(low).values, at(high).values, 1));
  const orders = places.flatMap((low) =>
    places.filter((high) => above(low, high)).map((high): ColumnOrder => ({ low, high })),
  );
  const highs = Map.groupBy(orders, ({ low }) => low);
  const isOrdered = (low: number, high: number) =>
    highs.get(low)?.some((order) => order.high === high) === true;
  // Exclude columns that are always equal, and what follows from others.
  const strict = orders.filter(({ low, high }) => !isOrdered(high, low));
  return strict.filter(
    ({ low, high }) => !strict.some((via) => via.low === low && isOrdered(via.high, high)),
  );
}

/**
 * Corrects two values in the wrong order: exchanges them; in different units, moves the finer number
 * to the other (of a loan of 12,000 no more than 12,000.00 is repaid), and a day past a moment.
 */
function exchange(low: Valued, high: Valued): (first: number, second: number) => [number, number] {
  const [lowUnit, highUnit] = [unitOf(low) ?? 1, unitOf(high) ?? 1];
  if (lowUnit === highUnit) return (first, second) => [second, first];
  const isDay = low.kind === 'datetime';
  if (lowUnit > highUnit)
    return (first, second) =>
      isDay ? [Math.floor(second / lowUnit) * lowUnit, second] : [first, first];
  return (first, second) =>
    isDay ? [first, Math.ceil(first / highUnit) * highUnit] : [second, second];
}

/** Returns the rows in which a column exceeds another. */
function rowsAbove(values: Float64Array, other: Float64Array): number[] {
  const rows: number[] = [];
  for (let row = 0; row < values.length; row++) if (values[row] > other[row]) rows.push(row);
  return rows;
}

/**
 * Exchanges values drawn in the wrong order; next to a given value, the other is set equal to it.
 * Each exchange brings a row nearer to a common order of all columns, so the process terminates.
 */
export function inOrder(
  table: Table,
  orders: readonly ColumnOrder[] = [],
  isGiven: (column: number) => boolean = () => false,
): Table {
  if (orders.length === 0) return table;
  const moving = new Set(orders.flatMap(({ low, high }) => [low, high]));
  const columns = table.columns.map((column, i) =>
    moving.has(i) ? ({ ...column, values: (column as Valued).values.slice() } as Valued) : column,
  );
  let moved = true;
  for (let pass = 0; moved && pass < columns.length; pass++) {
    moved = false;
    for (const { low, high } of orders) {
      const [below, above] = [columns[low] as Valued, columns[high] as Valued];
      const change = exchange(below, above);
      const [lowStays, highStays] = [isGiven(low), isGiven(high)];
      if (lowStays && highStays) continue;
      for (const row of rowsAbove(below.values, above.values)) {
        moved = true;
        const [first, second] = [below.values[row], above.values[row]];
        const [lower, higher] = change(first, second);
        below.values[row] = lowStays ? first : highStays ? second : lower;
        above.values[row] = highStays ? second : lowStays ? first : higher;
      }
    }
  }
  return { rows: table.rows, columns };
}

export const orderSentence = (
  { low, high }: ColumnOrder,
  { columns }: { columns: readonly { name: string; kind: Column['kind'] }[] },
): string =>
  columns[low].kind === 'datetime'
    ? `${columns[high].name} is never before ${columns[low].name}`
    : `${columns[low].name} is never above ${columns[high].name}`;
