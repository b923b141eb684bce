import { completeOneAnother } from '../../mapping/money-roles.ts';
import type { NumberColumn, Table } from '../../table/table.ts';
import type { Statement } from '../model/statement.ts';
import { type Columns, joinSides, twoColumns } from './amount-sides.ts';

/** Columns that are looked at by twos, and the rows that each leaves to the other at least. */
const MAX_COLUMNS = 20;
const MIN_EMPTY = 0.01;

const numbersAt = (table: Table, place: number): NumberColumn =>
  table.columns[place] as NumberColumn;

const emptyShare = ({ values }: NumberColumn): number =>
  values.filter((value) => Number.isNaN(value) || value === 0).length / values.length;

/**
 * Two learned columns of which each row fills one, as debits and credits: those that a running balance follows from,
 * else the first two. What one holds below zero leaves; the first otherwise.
 */
export function findRowSides(
  table: Table,
  isLearned: readonly boolean[],
  statement: Statement | undefined,
): Columns | null {
  const [first, second] = statement?.movements ?? [];
  if (first !== undefined && second !== undefined) {
    const [out, into] = first.factor < 0 ? [first, second] : [second, first];
    return twoColumns(table, out.column, into.column);
  }
  const summed = [statement?.balance, first?.column];
  const likely = table.columns.flatMap((column, i) =>
    column.kind === 'number' &&
    isLearned[i] === true &&
    !summed.includes(i) &&
    emptyShare(column) >= MIN_EMPTY
      ? [i]
      : [],
  );
  const some = likely.slice(0, MAX_COLUMNS);
  for (const out of some) {
    for (const into of some.filter((i) => i > out)) {
      if (!completeOneAnother(numbersAt(table, out), numbersAt(table, into))) continue;
      const leaves = numbersAt(table, into).values.some((value) => value < 0);
      return leaves ? twoColumns(table, into, out) : twoColumns(table, out, into);
    }
  }
  return null;
}

/** The table with what moves in one column; a row that fills neither moves nothing that is known. */
export function joinRowSides(table: Table, sides: Columns): Table {
  const joined = joinSides(table, sides);
  const [out, into] = [numbersAt(table, sides.out).values, numbersAt(table, sides.in).values];
  const moved = numbersAt(joined, sides.out);
  const values = moved.values.map((value, row) =>
    Number.isNaN(out[row]) && Number.isNaN(into[row]) ? Number.NaN : value,
  );
  return {
    rows: joined.rows,
    columns: joined.columns.map((column, i) => (i === sides.out ? { ...moved, values } : column)),
  };
}
