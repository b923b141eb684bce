import { isNull } from '../../../table/format-table.ts';
import { type Column, lengthOf, type NumberColumn, type Table } from '../../../table/table.ts';
import { spread } from '../laws/sample-amounts.ts';
import { shortestIn } from '../laws/simplest-scale.ts';
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
};

/**
 * Classes of rows by their value: each of a few values, or a frequent value, or none, against all
 * others. Each class has 100 rows.
 *
 * @returns the class of each row of the table
 */
function classesOf(own: Column, rows: Uint32Array): Int32Array[] {
  const keyOf = (row: number) =>
    own.kind === 'number' ? own.values[row]! : isNull(own, row) ? Number.NaN : 0;
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  const frequent = [...counts]
    .filter(([, count]) => count >= MIN_CLASS_ROWS)
    .sort((a, b) => b[1] - a[1])
    .map(([key]) => key);
  const classed = (keys: readonly number[]) => {
    const classes = new Map(keys.map((key, i) => [key, i]));
    const left = rows.length - keys.reduce((sum, key) => sum + counts.get(key)!, 0);
    if (keys.length + (left >= MIN_CLASS_ROWS ? 1 : 0) < 2) return [];
    const all = new Int32Array(lengthOf(own));
    for (const row of rows) all[row] = classes.get(keyOf(row)) ?? keys.length;
    return [all];
  };
  const alone = frequent.slice(0, MAX_ALONE).flatMap((key) => classed([key]));
  return counts.size > 2 && counts.size <= MAX_CLASSES ? [...classed(frequent), ...alone] : alone;
}

/** Returns rows in ascending order of a number column, without missing values. */
export const orderOf = ({ values }: NumberColumn, rows: Uint32Array): Uint32Array =>
  rows.filter((row) => !Number.isNaN(values[row]!)).sort((a, b) => values[a]! - values[b]!);

/** Returns true if classes of evenly spread rows follow one another in the order of a column. */
function areApart(order: Uint32Array, classes: Int32Array): boolean {
  const met = new Set<number>();
  let [changes, last] = [0, -1];
  for (const i of spread(order.length, LOOKED_AT_ROWS)) {
    const own = classes[order[i]!]!;
    met.add(own);
    if (own !== last) changes++;
    if (changes > MAX_CLASSES + MAX_CHANGES) return false;
    last = own;
  }
  return met.size > 1 && changes <= met.size + MAX_CHANGES;
}

/** Returns the value in each class after a few entities in an order, which may be exceptions. */
function edgesOf(
  order: Iterable<number>,
  {
    values,
    classes,
    counts,
    entity,
    threshold,
  }: Pick<Looked, 'entity' | 'threshold'> & {
    values: Float64Array;
    classes: Int32Array;
    counts: readonly number[];
  },
): (number | undefined)[] {
  const holders = counts.map(() => new Set<number>());
  const edges: (number | undefined)[] = counts.map(() => undefined);
  let open = counts.length;
  for (const row of order) {
    const own = classes[row]!;
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

/** Returns the bounds of a column that separate classes of rows; null if none do. */
function boundsOf(
  looked: Looked,
  by: number,
  order: Uint32Array,
  classes: Int32Array,
): Condition[] | null {
  const { values, decimals } = looked.table.columns[by] as NumberColumn;
  const counts = new Array<number>(Math.max(...classes) + 1).fill(0);
  for (const row of order) counts[classes[row]!]!++;
  const context = { ...looked, values, classes, counts };
  const lows = edgesOf(order, context);
  const highs = edgesOf(order.toReversed(), context);
  const present = lows
    .map((low, i) => ({ low, high: highs[i] }))
    .filter((edges): edges is { low: number; high: number } => edges.low !== undefined)
    .sort((a, b) => a.low - b.low);
  const cuts = present.slice(1).map(({ low }, i) => ({ low: present[i]!.high, high: low }));
  if (cuts.length === 0 || cuts.some(({ low, high }) => !(low < high))) return null;
  const at = cuts.map(({ low, high }) => roundest(low, high, 10 ** -decimals));
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
  const { table, allowed } = looked;
  const some = spread(rows.length, LOOKED_AT_ROWS).map((i) => rows[i]!);
  const numbers = allowed.flatMap((by) => {
    const own = table.columns[by]!;
    if (own.kind !== 'number') return [];
    const isVaried = new Set(own.values.subarray(0, LOOKED_AT_VALUES)).size >= MIN_DISTINCT;
    return isVaried ? [{ by, own, few: orderOf(own, some) }] : [];
  });
  const orders = new Map<number, Uint32Array>();
  const sorted = (by: number, own: NumberColumn) => {
    const order = orders.get(by) ?? orderOf(own, rows);
    orders.set(by, order);
    return order;
  };
  return targets.flatMap((column) =>
    classesOf(table.columns[column]!, rows)
      .flatMap((classes) =>
        numbers
          // Most fail in a few rows, before all are put in order.
          .filter(({ by, few }) => by !== column && areApart(few, classes))
          .flatMap(({ by, own }) => {
            const order = sorted(by, own);
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
