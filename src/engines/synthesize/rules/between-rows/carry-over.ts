import type { Column, NumberColumn, Table } from '../../../table/table.ts';
import { takeRows } from '../../../table/take-rows.ts';
import type { ColumnOrder } from '../column-orders.ts';
import { bounded } from '../orders-of-derived.ts';
import type { Between } from './between-rows.ts';
import { resetsIn } from './count-between.ts';

export const numbersAt = ({ columns }: Table, column: number) => columns[column] as NumberColumn;

export const withNumbers = (
  { rows, columns }: Table,
  changed: ReadonlyMap<number, Float64Array>,
): Table => ({
  rows,
  columns: columns.map((own, i) =>
    changed.has(i) ? ({ ...own, values: changed.get(i)! } as NumberColumn) : own,
  ),
});

/**
 * Carries values from row to row of an entity, and derives each row from what it carries. Columns
 * that are never above a carried one are lowered to it.
 *
 * @param table drawn rows before columns are derived
 * @param options.groups rows of each entity in order of time
 * @param options.derive derives the columns of some rows
 */
export function carryOver(
  table: Table,
  {
    carried,
    runs,
    groups,
    orders,
    derive,
    isGiven,
  }: {
    carried: readonly Between<'carried'>[];
    runs: readonly Between<'run'>[];
    groups: readonly number[][];
    orders: readonly ColumnOrder[];
    derive: (rows: Table) => Table;
    isGiven: (column: number) => boolean;
  },
): Table {
  const lowered = carried.map(({ column }) =>
    orders.flatMap(({ low, high }) => (high === column && !isGiven(low) ? [low] : [])),
  );
  const resets = new Map(runs.map((run) => [run, resetsIn(run, table.columns)]));
  let derived: Table | null = null;
  const results = new Map<number, Float64Array | Int32Array>();
  const longest = groups.reduce((most, rows) => Math.max(most, rows.length), 0);
  for (let step = 0; step < longest; step++) {
    const having = groups.filter((rows) => rows.length > step);
    const rows = having.map((own) => own[step]!);
    const part = takeRows(table, rows);
    const changed = new Map<number, Float64Array>();
    const valuesOf = (column: number) => {
      const values = changed.get(column) ?? numbersAt(part, column).values.slice();
      changed.set(column, values);
      return values;
    };
    carried.forEach(({ column, from, unit }, k) => {
      const own = valuesOf(column);
      having.forEach((entity, i) => {
        if (step > 0) own[i] = results.get(from)![entity[step - 1]!]!;
        else if (unit !== null) own[i] = roundTo(own[i]!, unit);
      });
      for (const low of lowered[k]!) {
        const { decimals } = numbersAt(part, low);
        const values = valuesOf(low);
        own.forEach((most, i) => {
          if (values[i]! > most) values[i] = bounded(most, decimals, Math.floor);
        });
      }
    });
    derived = derive(withNumbers(part, changed));
    const begun = runs.filter(({ fromZero }) => step > 0 || fromZero);
    if (begun.length > 0) {
      const moved: Table = derived;
      for (const run of begun) {
        const { decimals } = numbersAt(part, run.column);
        const by = numbersAt(moved, run.movement).values;
        const isReset = resets.get(run)!;
        const own = Float64Array.from(having, (entity, i) => {
          const row = entity[step]!;
          const previous = entity[step - 1];
          const isNew = previous === undefined || isReset(row, previous);
          const before = isNew ? 0 : results.get(run.column)![previous]!;
          return bounded(before + run.factor * by[i]!, decimals, Math.round);
        });
        changed.set(run.column, own);
      }
      derived = derive(withNumbers(part, changed));
    }
    derived.columns.forEach((own, column) => {
      const values = own.kind === 'category' ? own.codes : own.values;
      const all = results.get(column) ?? emptyLike(values, table.rows);
      results.set(column, all);
      rows.forEach((row, i) => {
        all[row] = values[i]!;
      });
    });
  }
  if (derived === null) return table;
  return {
    rows: table.rows,
    columns: derived.columns.map((own, i): Column => {
      const all = results.get(i)!;
      return own.kind === 'category'
        ? { ...own, codes: all as Int32Array }
        : { ...own, values: all as Float64Array };
    }),
  };
}

/** Rounds to a multiple; a positive value stays so. */
function roundTo(value: number, unit: number): number {
  const count = Math.round(value / unit);
  return Number(((value > 0 ? Math.max(1, count) : count) * unit).toPrecision(14));
}

const emptyLike = (values: Int32Array | Float64Array, rows: number) =>
  values instanceof Int32Array ? new Int32Array(rows) : new Float64Array(rows);
