import { completeOneAnother } from '../../meaning/statement/money-roles.ts';
import type { NumberColumn, Table } from '../../table/table.ts';
import type { Statement } from '../model/statement.ts';
import { type Columns, joinSides, twoColumns } from './amount-sides.ts';

/** Maximum number of columns compared pairwise, and minimum rows that each leaves to the other. */
const MAX_COLUMNS = 20;
const MIN_EMPTY = 0.01;
/** Minimum different amounts of each: a fee of 29 where nothing was paid is no credit. */
const MIN_AMOUNTS = 20;

const numbersAt = (table: Table, place: number): NumberColumn =>
  table.columns[place] as NumberColumn;

const isEmpty = (value: number) => Number.isNaN(value) || value === 0;

const emptyShare = ({ values }: NumberColumn): number =>
  values.reduce((empty, value) => empty + (isEmpty(value) ? 1 : 0), 0) / values.length;

function hasAmounts({ values }: NumberColumn): boolean {
  const amounts = new Set<number>();
  return values.some((value) => !isEmpty(value) && amounts.add(value).size >= MIN_AMOUNTS);
}

/**
 * Finds two modeled columns of which each row fills one, as debits and credits: those of the
 * statement, else the first two. Debits are the second column if it has negative values, otherwise
 * the first.
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
      const both = [out, into].map((place) => numbersAt(table, place));
      if (!both.every(hasAmounts) || !completeOneAnother(both[0]!, both[1]!)) continue;
      const leaves = numbersAt(table, into).values.some((value) => value < 0);
      return leaves ? twoColumns(table, into, out) : twoColumns(table, out, into);
    }
  }
  return null;
}

/** Joins debits and credits into one signed column; missing if a row fills neither. */
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
