import { datetimeForm, isDateOnly, isTimeOnly } from './datetime-form.ts';
import type { Column, Table } from './table.ts';

/** SQL-like type of a column's plain texts. */
export type PlainType = 'text' | 'date' | 'time' | 'local time' | 'moment' | { decimals: number };

const FORMS = {
  date: datetimeForm('YYYY-MM-DD'),
  time: datetimeForm('HH:mm:ssF'),
  'local time': datetimeForm('YYYY-MM-DD HH:mm:ssF'),
  moment: datetimeForm('YYYY-MM-DDTHH:mm:ssFZ'),
};

export function plainType(column: Column): PlainType {
  if (column.kind === 'category') return 'text';
  if (column.kind === 'number') return { decimals: column.decimals };
  if (isDateOnly(column.form)) return 'date';
  if (isTimeOnly(column.form)) return 'time';
  return column.form.offset === null ? 'local time' : 'moment';
}

function plainColumn(column: Column): Column {
  const { nullWord: _, ...own } = column;
  if (own.kind === 'category') return own;
  if (own.kind === 'datetime') return { ...own, form: FORMS[plainType(own) as keyof typeof FORMS] };
  const { form: __, ...number } = own;
  return number;
}

/** Converts a table to plain form: decimal point, ISO 8601, UTC timestamps, null for missing. */
export const plainTable = ({ rows, columns }: Table): Table => ({
  rows,
  columns: columns.map(plainColumn),
});
