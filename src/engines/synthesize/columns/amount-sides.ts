import { completeOneAnother } from '../../mapping/money-roles.ts';
import { type SequenceShape, shapeOf } from '../../table/sequence-shape.ts';
import type { DatetimeColumn, NumberColumn, Table } from '../../table/table.ts';
import type { ColumnPlan } from './plan-columns.ts';

/** Two columns of which each row fills one: what leaves an account, and what comes in. */
export type AmountSides = {
  out: number;
  in: number;
  /** Whether what leaves is written below zero. */
  outNegative: boolean;
  /** What stands in the column that a row does not fill. */
  empty: 'missing' | 'zero';
};

const numberAt = (table: Table, place: number) => table.columns[place] as NumberColumn;
const filled = (value: number) => (Number.isNaN(value) ? 0 : Math.abs(value));

/** The table with what moves in the column of debits, below zero where it leaves, and nothing in that of credits. */
export function joinSides(table: Table, sides: AmountSides): Table {
  const [out, into] = [numberAt(table, sides.out), numberAt(table, sides.in)];
  const decimals = Math.max(out.decimals, into.decimals);
  const moved = out.values.map((value, row) => filled(into.values[row]) - filled(value));
  return {
    rows: table.rows,
    columns: table.columns.map((column, i) => {
      if (i === sides.out) return { ...out, decimals, values: moved };
      return i === sides.in ? { ...into, values: new Float64Array(table.rows) } : column;
    }),
  };
}

/** The two columns again. */
export function splitSides(table: Table, sides: AmountSides | undefined): Table {
  if (sides === undefined) return table;
  const [out, into] = [numberAt(table, sides.out), numberAt(table, sides.in)];
  const empty = sides.empty === 'zero' ? 0 : Number.NaN;
  const sign = sides.outNegative ? 1 : -1;
  return {
    rows: table.rows,
    columns: table.columns.map((column, i) => {
      if (i === sides.out)
        return { ...out, values: out.values.map((value) => (value < 0 ? sign * value : empty)) };
      if (i !== sides.in) return column;
      return { ...into, values: out.values.map((value) => (value < 0 ? empty : value)) };
    }),
  };
}

function sidesOf(table: Table, out: number, into: number): AmountSides {
  const { values } = numberAt(table, out);
  const zeros = values.reduce((sum, value) => sum + Number(value === 0), 0);
  const missing = values.reduce((sum, value) => sum + Number(Number.isNaN(value)), 0);
  return {
    out,
    in: into,
    outNegative: values.some((value) => value < 0),
    empty: zeros > missing ? 'zero' : 'missing',
  };
}

/**
 * Finds debits and credits by the balance that follows from them within each entity.
 *
 * @param shape histories in which no balance follows from one column
 * @returns the sides, and the shape of the table that has them joined; null where there are none
 */
export function findSides(
  table: Table,
  plans: readonly ColumnPlan[],
  shape: SequenceShape,
): { sides: AmountSides; shape: SequenceShape } | null {
  const numbers = table.columns.flatMap((column, i) =>
    column.kind === 'number' && plans[i]?.made === null ? [i] : [],
  );
  const named = (name: string) => table.columns.find((column) => column.name === name)!;
  for (const out of numbers) {
    for (const into of numbers) {
      if (out === into || !completeOneAnother(numberAt(table, out), numberAt(table, into)))
        continue;
      const sides = sidesOf(table, out, into);
      const time = named(shape.time) as DatetimeColumn;
      const joined = shapeOf(joinSides(table, sides), named(shape.entity), time);
      if (joined.balance?.amount === table.columns[out]!.name) return { sides, shape: joined };
    }
  }
  return null;
}
