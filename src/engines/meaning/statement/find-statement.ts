import { isTimeOnly } from '../../table/datetime-form.ts';
import type { DatetimeColumn, NumberColumn, Table } from '../../table/table.ts';
import { completeOneAnother } from './money-roles.ts';
import { findRunningBalance } from './running-balance.ts';

/** Names of the columns of a single-account statement with a running balance. */
export type StatementShape = {
  balance: string;
  /** Columns summed for each row's movement, with their signs; missing values count as 0. */
  movements: { column: string; factor: 1 | -1 }[];
  /** Column that orders the rows; null if none does. */
  time: string | null;
  newestFirst: boolean;
};

const MIN_ROWS = 20;
const LOOKED_AT_ROWS = 300;
const MAX_COLUMNS = 100;

type Movements = StatementShape['movements'];

/** Returns candidate movements: each number column alone, and pairs of which each row fills one. */
function waysToMove(numbers: readonly NumberColumn[]): Movements[] {
  const alone = numbers.flatMap(({ name }): Movements[] => [
    [{ column: name, factor: 1 }],
    [{ column: name, factor: -1 }],
  ]);
  const pairs = numbers.flatMap((first, i) =>
    numbers
      .slice(i + 1)
      .filter((second) => completeOneAnother(first, second))
      .flatMap((second): Movements[] =>
        ([1, -1] as const).map((factor) => [
          { column: first.name, factor },
          { column: second.name, factor: factor === 1 ? -1 : 1 },
        ]),
      ),
  );
  return [...alone, ...pairs];
}

/** Returns each row's movement; NaN if all its columns are empty. */
function addMovements(table: Table, movements: Movements): Float64Array {
  const parts = movements.map(({ column, factor }) => ({
    factor,
    values: (table.columns.find(({ name }) => name === column) as NumberColumn).values,
  }));
  return Float64Array.from({ length: table.rows }, (_, row) => {
    let sum = Number.NaN;
    for (const { factor, values } of parts) {
      if (!Number.isNaN(values[row])) sum = (Number.isNaN(sum) ? 0 : sum) + factor * values[row];
    }
    return sum;
  });
}

const headOf = (table: Table): Table => ({
  rows: Math.min(table.rows, LOOKED_AT_ROWS),
  columns: table.columns
    .filter((column): column is NumberColumn => column.kind === 'number')
    .map((column) => ({ ...column, values: column.values.subarray(0, LOOKED_AT_ROWS) })),
});

function isListedBy({ values }: DatetimeColumn, newestFirst: boolean): boolean {
  for (let i = 1; i < values.length; i++) {
    const gap = newestFirst ? values[i - 1] - values[i] : values[i] - values[i - 1];
    if (!(gap >= 0)) return false;
  }
  return true;
}

function timeOf(table: Table, newestFirst: boolean): string | null {
  const column = table.columns.find(
    (candidate): candidate is DatetimeColumn =>
      candidate.kind === 'datetime' &&
      !isTimeOnly(candidate.form) &&
      isListedBy(candidate, newestFirst),
  );
  return column?.name ?? null;
}

/**
 * Finds a running balance over all rows, in either direction, without an account column. The first
 * rows rule most columns out.
 */
export function findStatement(table: Table): StatementShape | null {
  if (table.rows < MIN_ROWS) return null;
  const head = headOf(table);
  if (head.columns.length < 2 || head.columns.length > MAX_COLUMNS) return null;
  for (const movements of waysToMove(head.columns as NumberColumn[])) {
    const likely = findRunningBalance(head, addMovements(head, movements), null);
    if (likely === null) continue;
    const runningBalance = findRunningBalance(table, addMovements(table, movements), null);
    if (runningBalance === null || movements.some(({ column }) => column === runningBalance.column))
      continue;
    const { column: balance, newestFirst } = runningBalance;
    return { balance, movements, time: timeOf(table, newestFirst), newestFirst };
  }
  return null;
}
