import type { Column, NumberColumn, Table } from '../../table/table.ts';
import { takeRows } from '../../table/take-rows.ts';
import type { Statement } from '../model/statement.ts';

function inOrder(table: Table, { time, newestFirst }: Statement): Table {
  if (time < 0) return table;
  const { values } = table.columns[time] as Exclude<Column, { kind: 'category' }>;
  const sign = newestFirst ? -1 : 1;
  const order = Uint32Array.from({ length: table.rows }, (_, row) => row).sort(
    (a, b) => sign * (values[a] - values[b]) || a - b,
  );
  return takeRows(table, order);
}

/** Sums the columns of each row in the balance's smallest unit; missing values count as 0. */
function movementsIn(table: Table, { movements }: Statement, unit: number): Float64Array {
  const parts = movements.map(({ column, factor }) => ({
    factor,
    values: (table.columns[column] as NumberColumn).values,
  }));
  return Float64Array.from({ length: table.rows }, (_, row) =>
    parts.reduce(
      (sum, { factor, values }) =>
        Number.isNaN(values[row]) ? sum : sum + factor * Math.round(values[row] * unit),
      0,
    ),
  );
}

/** Computes the running balance in file order; the opening balance matches the model's mean. */
export function addUpBalance(table: Table, statement: Statement): Table {
  const listed = inOrder(table, statement);
  const column = listed.columns[statement.balance] as NumberColumn;
  const unit = 10 ** column.decimals;
  const movements = movementsIn(listed, statement, unit);
  const sums = new Float64Array(listed.rows);
  let sum = 0;
  let total = 0;
  for (let i = 0; i < listed.rows; i++) {
    const row = statement.newestFirst ? listed.rows - 1 - i : i;
    sum += movements[row];
    total += sum;
    sums[row] = sum;
  }
  const opening = Math.round(statement.mean * unit - total / Math.max(1, listed.rows));
  const values = sums.map((movement) => (opening + movement) / unit);
  return {
    rows: listed.rows,
    columns: listed.columns.map((candidate) =>
      candidate === column ? { ...column, values } : candidate,
    ),
  };
}
