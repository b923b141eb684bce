import type { Column, Table } from './table.ts';

/** A column of the rows named, in their order; dictionaries are shared, not copied. */
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

/** A table of the rows named, in their order. */
export function takeRows(table: Table, rows: ArrayLike<number>): Table {
  return {
    rows: rows.length,
    columns: table.columns.map((column) => takeColumn(column, rows)),
  };
}
