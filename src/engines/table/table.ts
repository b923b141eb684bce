/**
 * A table in memory, one typed array a column. Missing values are NaN in numbers and datetimes,
 * code -1 in categories; an empty string is a category of its own, not a missing value.
 */
export type NumberColumn = {
  kind: 'number';
  name: string;
  values: Float64Array;
  /** Digits after the decimal point to write, 0 for integers. */
  decimals: number;
};

export type DatetimeColumn = {
  kind: 'datetime';
  name: string;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  values: Float64Array;
  /** How the file writes it. */
  format: DateFormat;
};

export type CategoryColumn = {
  kind: 'category';
  name: string;
  codes: Int32Array;
  dictionary: string[];
};

export type Column = NumberColumn | DatetimeColumn | CategoryColumn;

export const lengthOf = (column: Column): number =>
  column.kind === 'category' ? column.codes.length : column.values.length;

export type Table = { rows: number; columns: Column[] };

/** The layouts of date and time that files of this kind use; written back as they were read. */
export type DateFormat =
  | 'YYYY-MM-DD'
  | 'YYYY-MM-DD HH:mm:ss'
  | 'YYYY-MM-DD HH:mm:ss.SSS'
  | 'YYYY-MM-DDTHH:mm:ss'
  | 'YYYY-MM-DDTHH:mm:ss.SSS'
  | 'YYYY-MM-DDTHH:mm:ssZ'
  | 'YYYY-MM-DDTHH:mm:ss.SSSZ'
  | 'YYYYMMDD'
  | 'YYMMDD'
  | 'DD.MM.YYYY'
  | 'DD/MM/YYYY'
  | 'MM/DD/YYYY';
