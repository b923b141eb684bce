import { formatDate } from './date-format.ts';
import type { Column, Table } from './table.ts';

/** True where the row holds no value. */
export function isNull(column: Column, row: number): boolean {
  return column.kind === 'category' ? column.codes[row] < 0 : Number.isNaN(column.values[row]);
}

/** A cell as the file wrote it: the column's decimals, its layout of dates; '' for a missing value. */
export function formatCell(column: Column, row: number): string {
  if (column.kind === 'category') {
    const code = column.codes[row];
    return code < 0 ? '' : column.dictionary[code];
  }
  const value = column.values[row];
  if (Number.isNaN(value)) return '';
  if (column.kind === 'datetime') return formatDate(value, column.format);
  const text = value.toFixed(column.decimals);
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text;
}

/** The whole table as columns of text, null for a missing value. */
export function formatTable(table: Table): { names: string[]; textColumns: (string | null)[][] } {
  return {
    names: table.columns.map((column) => column.name),
    textColumns: table.columns.map((column) =>
      Array.from({ length: table.rows }, (_, row) =>
        isNull(column, row) ? null : formatCell(column, row),
      ),
    ),
  };
}
