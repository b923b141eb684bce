import type { Column, Table } from './table.ts';

/** Returns a column of the given rows, in that order; dictionaries are shared. */
export function takeColumn(column: Column, rows: ArrayLike<number>): Column {
  if (column.kind === 'category') {
    const codes = new Int32Array(rows.length);
    for (let i = 0; i < rows.length; i++) codes[i] = column.codes[rows[i]];
    return { ...column, codes };
  }
  const values = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) values[i] = column.values[rows[i]];
  return { ...column, values };
}

export function takeRows(table: Table, rows: ArrayLike<number>): Table {
  return {
    rows: rows.length,
    columns: table.columns.map((column) => takeColumn(column, rows)),
  };
}
