import type { NumberForm } from '../../shared/column-layout.ts';
import { datetimeWriter } from '../../shared/layouts/datetime-writer.ts';
import { numberWriter } from '../../shared/layouts/number-writer.ts';
import { datetimeForm, isDateOnly } from './datetime-form.ts';
import type { Column, NumberColumn, Table } from './table.ts';

export function isNull(column: Column, row: number): boolean {
  return column.kind === 'category' ? column.codes[row] < 0 : Number.isNaN(column.values[row]);
}

function plainNumber(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text;
}

/** Returns the form with the column's number of decimals. */
const formOfNumbers = (form: NumberForm, decimals: number): NumberForm => ({
  ...form,
  decimals: Math.max(form.minDecimals, decimals),
});

function numberText(column: NumberColumn): (value: number) => string {
  const { form, decimals } = column;
  if (form === undefined) return (value) => plainNumber(value, decimals);
  return numberWriter(formOfNumbers(form, decimals));
}

/** Returns a formatter for a column's cells in the file's form; '' for a missing value. */
export function cellWriter(column: Column): (row: number) => string {
  const missing = column.nullWord ?? '';
  if (column.kind === 'category') {
    return (row) => {
      const code = column.codes[row];
      return code < 0 ? missing : column.dictionary[code];
    };
  }
  const write = column.kind === 'datetime' ? datetimeWriter(column.form) : numberText(column);
  return (row) => {
    const value = column.values[row];
    return Number.isNaN(value) ? missing : write(value);
  };
}

const writers = new WeakMap<Column, (row: number) => string>();

/** Formats a cell in the file's form, with its null word for a missing value. */
export function formatCell(column: Column, row: number): string {
  let write = writers.get(column);
  if (write === undefined) {
    write = cellWriter(column);
    writers.set(column, write);
  }
  return write(row);
}

const ISO_DAY = datetimeWriter(datetimeForm('YYYY-MM-DD'));
const ISO_TIME = datetimeWriter(datetimeForm('YYYY-MM-DDTHH:mm:ssFZ'));
const ISO_LOCAL = datetimeWriter(datetimeForm('YYYY-MM-DD HH:mm:ssF'));

/** Formats a cell in plain form: decimal point, ISO 8601 dates and times. */
function plainCell(column: Column, row: number): string {
  if (column.kind === 'category') return formatCell(column, row);
  const value = column.values[row];
  if (Number.isNaN(value)) return '';
  if (column.kind === 'number') return plainNumber(value, column.decimals);
  if (isDateOnly(column.form)) return ISO_DAY(value);
  return column.form.offset === null ? ISO_LOCAL(value) : ISO_TIME(value);
}

const columnsBy = (table: Table, cell: (column: Column, row: number) => string) => ({
  names: table.columns.map((column) => column.name),
  textColumns: table.columns.map((column) =>
    Array.from({ length: table.rows }, (_, row) =>
      isNull(column, row) ? null : cell(column, row),
    ),
  ),
});

type TextColumns = { names: string[]; textColumns: (string | null)[][] };

/** Formats a table as text columns; null for a missing value. */
export const formatTable = (table: Table): TextColumns => columnsBy(table, formatCell);

export const plainTable = (table: Table): TextColumns => columnsBy(table, plainCell);
