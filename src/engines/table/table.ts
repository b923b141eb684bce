import type { DatetimeForm, NumberForm } from '../../shared/column-layout.ts';

type Missing = { nullWord?: string | undefined };

/**
 * In-memory table, one typed array per column. Missing values are NaN in numbers and datetimes,
 * code -1 in categories; an empty string is a category, not a missing value.
 */
export type NumberColumn = Missing & {
  kind: 'number';
  name: string;
  values: Float64Array;
  /** Digits after the decimal point, 0 for integers. */
  decimals: number;
  form?: NumberForm | undefined;
};

export type DatetimeColumn = Missing & {
  kind: 'datetime';
  name: string;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  values: Float64Array;
  form: DatetimeForm;
};

export type CategoryColumn = Missing & {
  kind: 'category';
  name: string;
  codes: Int32Array;
  dictionary: string[];
};

export type Column = NumberColumn | DatetimeColumn | CategoryColumn;

export const lengthOf = (column: Column): number =>
  column.kind === 'category' ? column.codes.length : column.values.length;

export type Table = { rows: number; columns: Column[] };
