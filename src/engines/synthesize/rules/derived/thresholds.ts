import { isNull } from '../../../table/format-table.ts';
import { type Column, lengthOf, type NumberColumn, type Table } from '../../../table/table.ts';
import { spread } from '../laws/sample-amounts.ts';
import { shortestIn } from '../laws/simplest-scale.ts';
import { sortRows, valueCodes } from '../laws/value-codes.ts';
import { type Condition, conditionCost } from './condition.ts';

const MIN_CLASS_ROWS = 100;
const MAX_CLASSES = 12;
const MIN_DISTINCT = 5;
const LOOKED_AT_ROWS = 500;
const LOOKED_AT_VALUES = 5000;
/** Changes of class in the order of a column, beyond those of separate classes. */
const MAX_CHANGES = 6;
/** Share of a class that may be an exception. */
const EXCEPTIONS = 0.0025;
const MAX_BY_COLUMN = 2;
/** Frequent values that are looked at alone. */
const MAX_ALONE = 3;

export type Looked = {
  table: Table;
  /** Columns that conditions may read. */
  allowed: readonly number[];
  entity: Int32Array | null;
  threshold: number;
  orders: Orders;
  /** Evenly spread ones of some rows. */
  few: WeakMap<Uint32Array, Uint32Array>;
};

/** Returns true if the first rows have so many different values. */
export const hasDistinct = (values: Float64Array, count: number): boolean =>
  valueCodes(values)
    .codes.subarray(0, LOOKED_AT_VALUES)
    .includes(count - 1);

/** Classes of rows: that of each code, and the code of each row of the table. */
export type Classes = { codes: Int32Array; classOf: Int32Array; count: number };

/** Returns codes of a column's numbers, or of what tells missing values from others. */
function codesOf(own: Column): { codes: Int32Array; count: number } {
  if (own.kind === 'number') {
    const { codes, keys } = valueCodes(own.values);
    return { codes, count: keys.length };
  }
  const codes = new Int32Array(lengthOf(own));
  for (let row = 0; row < codes.length; row++) codes[row] = Number(isNull(own, row));
  return { codes, count: 2 };
}

/** Counts the rows of each code, and returns the codes in order of occurrence. */
function countCodes(rows: Uint32Array, codes: Int32Array, size: number) {
  const counts = new Uint32Array(size);
  const met: number[] = [];
  for (let i = 0; i < rows.length; i++) {
    const code = codes[rows[i]!]!;
    if (counts[code]!++ === 0) met.push(code);
  }
  return { counts, met };
}

/**
 * Classes of rows by their value: each of a few values, or a frequent value, or none, against all
 * others. Each class has 100 rows.
 */
function classesOf(own: Column, rows: Uint32Array): Classes[] {
  const { codes, count } = codesOf(own);
  const { counts, met } = countCodes(rows, codes, count);
  const frequent = met
    .filter((code) => counts[code]! >= MIN_CLASS_ROWS)
    .sort((a, b) => counts[b]! - counts[a]!);
  const classed = (own: readonly number[]): Classes[] => {
    const left = rows.length - own.reduce((sum, code) => sum + counts[code]!, 0);
    if (own.length + (left >= MIN_CLASS_ROWS ? 1 : 0) < 2) return [];
    const classOf = new Int32Array(count).fill(own.length);
    own.forEach((code, i) => {
      classOf[code] = i;
    });
    return [{ codes, classOf, count: own.length + (left > 0 ? 1 : 0) }];
  };
  const alone = frequent.slice(0, MAX_ALONE).flatMap((code) => classed([code]));
  return met.length > 2 && met.length <= MAX_CLASSES ? [...classed(frequent), ...alone] : alone;
}

/** Rows in ascending order of number columns, computed once. */
type Orders = WeakMap<Uint32Array, Map<number, Uint32Array>>;

/** Returns rows in ascending order of a number column, without missing values. */
export function orderOf(
  { table, orders }: Pick<Looked, 'table' | 'orders'>,
  column: number,
  rows: Uint32Array,
): Uint32Array {
  const ofRows = orders.get(rows) ?? new Map<number, Uint32Array>();
  orders.set(rows, ofRows);
  const { values } = table.columns[column] as NumberColumn;
  const order = ofRows.get(column) ?? sortRows(rows, values);
  ofRows.set(column, order);
  return order;
}

/** Returns true if classes of evenly spread rows follow one another in the order of a column. */
export function areApart(order: Uint32Array, { codes, classOf, count }: Classes): boolean {
  const step = Math.max(1, Math.floor(order.length / LOOKED_AT_ROWS));
  let met = 0;
  let sizes = 0;
  let changes = 0;
  let last = -1;
  for (let i = 0; i < order.length; i += step) {
    const own = classOf[codes[order[i]!]!]!;
    if (own === last) continue;
    if (++changes > count + MAX_CHANGES) return false;
    if ((met & (1 << own)) === 0) sizes++;
    met |= 1 << own;
    last = own;
  }
  return sizes > 1 && changes <= sizes + MAX_CHANGES;
}

/** Returns the value in each class after a few entities in an order, which may be exceptions. */
function edgesOf(
  order: Uint32Array,
  {
    values,
    classes: { codes, classOf },
    counts,
    entity,
    threshold,
    isReversed,
  }: Pick<Looked, 'entity' | 'threshold'> & {
    values: Float64Array;
    classes: Classes;
    counts: readonly number[];
    isReversed: boolean;
  },
): (number | undefined)[] {
  const holders = counts.map(() => new Set<number>());
  const edges: (number | undefined)[] = counts.map(() => undefined);
  let open = counts.length;
  for (let i = 0; i < order.length; i++) {
    const row = order[isReversed ? order.length - 1 - i : i]!;
    const own = classOf[codes[row]!]!;
    if (edges[own] !== undefined) continue;
    const met = holders[own]!.add(entity?.[row] ?? row);
    if (met.size < Math.max(threshold, EXCEPTIONS * counts[own]!)) continue;
    edges[own] = values[row]!;
    if (--open === 0) break;
  }
  return edges;
}

/** Returns the roundest number from `low` up to, but not including, `high`. */
export function roundest(low: number, high: number, unit: number): number {
  if (low <= 0 && high > 0) return 0;
  const [least, most] = low > 0 ? [low, high - unit / 2] : [-high + unit / 2, -low];
  const short = shortestIn(least, most)?.value ?? least;
  return low > 0 ? short : -short;
}

function countClasses(rows: Uint32Array, { codes, classOf, count }: Classes): number[] {
  const counts = new Array<number>(count).fill(0);
  for (let i = 0; i < rows.length; i++) counts[classOf[codes[rows[i]!]!]!]!++;
  return counts;
}

/**
 * Returns classes of rows in the order of a number column, and the greatest value of each but the
 * last; null if their values overlap by more than exceptions.
 */
export function classesInOrder(
  looked: Looked,
  by: number,
  order: Uint32Array,
  classes: Classes,
): { classes: number[]; upTo: number[] } | null {
  const { values, decimals } = looked.table.columns[by] as NumberColumn;
  const context = { ...looked, values, classes, counts: countClasses(order, classes) };
  const lows = edgesOf(order, { ...context, isReversed: false });
  const highs = edgesOf(order, { ...context, isReversed: true });
  const present = lows
    .map((low, of) => ({ of, low, high: highs[of] }))
    .filter((edges): edges is { of: number; low: number; high: number } => edges.low !== undefined)
    .sort((a, b) => a.low - b.low);
  const cuts = present.slice(1).map(({ low }, i) => ({ low: present[i]!.high, high: low }));
  if (cuts.length === 0 || cuts.some(({ low, high }) => !(low < high))) return null;
  return {
    classes: present.map(({ of }) => of),
    upTo: cuts.map(({ low, high }) => roundest(low, high, 10 ** -decimals)),
  };
}

/** Returns the bounds of a column that separate classes of rows; null if none do. */
function boundsOf(
  looked: Looked,
  by: number,
  order: Uint32Array,
  classes: Classes,
): Condition[] | null {
  const at = classesInOrder(looked, by, order, classes)?.upTo;
  if (at === undefined) return null;
  return [
    { column: by, upTo: at[0] },
    ...at.slice(1).map((upTo, i) => ({ column: by, above: at[i], upTo })),
    { column: by, above: at.at(-1) },
  ];
}

const costOf = (bounds: readonly Condition[], table: Table) =>
  bounds.reduce((sum, bound) => sum + conditionCost(bound, table), 0);

/**
 * Returns bounds of number columns that separate the rows by a column's value: a rate by tier of
 * the balance, a penalty or none by days. A few rows may be exceptions; each bound is the roundest
 * number between values that as many entities exceed as the threshold.
 */
export function thresholdsOf(
  looked: Looked,
  { targets, rows }: { targets: readonly number[]; rows: Uint32Array },
): { column: number; by: number; bounds: Condition[] }[] {
  const { table, allowed, few: knownFew } = looked;
  const few = knownFew.get(rows) ?? spread(rows.length, LOOKED_AT_ROWS).map((i) => rows[i]!);
  knownFew.set(rows, few);
  const numbers = allowed.filter((by) => {
    const own = table.columns[by]!;
    return own.kind === 'number' && hasDistinct(own.values, MIN_DISTINCT);
  });
  return targets.flatMap((column) =>
    classesOf(table.columns[column]!, rows)
      .flatMap((classes) =>
        numbers
          // Most fail in a few rows, before all are put in order.
          .filter((by) => by !== column && areApart(orderOf(looked, by, few), classes))
          .flatMap((by) => {
            const order = orderOf(looked, by, rows);
            if (order.length < 2 * MIN_CLASS_ROWS || !areApart(order, classes)) return [];
            const bounds = boundsOf(looked, by, order, classes);
            return bounds === null ? [] : [{ column, by, bounds }];
          }),
      )
      .filter(({ by }, i, all) => all.findIndex((other) => other.by === by) === i)
      .sort((a, b) => costOf(a.bounds, table) - costOf(b.bounds, table))
      .slice(0, MAX_BY_COLUMN),
  );
}
