import type { LayoutType } from '../../shared/column-layout.ts';
import { isDateOnly, isTimeOnly } from './datetime-form.ts';
import type { Column } from './table.ts';

const BOOLEAN = new Set(['true', 'false', 'yes', 'no', 't', 'f', 'y', 'n']);

/** Returns the type of a column's values. */
export function typeOf(column: Column): LayoutType {
  if (column.kind === 'number') return column.decimals === 0 ? 'integer' : 'decimal';
  if (column.kind === 'datetime') {
    if (isTimeOnly(column.form)) return 'time';
    return isDateOnly(column.form) ? 'date' : 'timestamp';
  }
  const dictionary = column.dictionary;
  return dictionary.length > 0 &&
    dictionary.length <= 2 &&
    dictionary.every((w) => BOOLEAN.has(w.toLowerCase()))
    ? 'boolean'
    : 'text';
}
