import type { CsvDialect } from '../../../shared/csv.ts';

export type Delimiter = CsvDialect['delimiter'];
export const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];

export type Dialect = {
  delimiter: Delimiter;
  quote: '"' | "'";
  /** Escape before a quote within a quoted value: another quote, or a backslash. */
  escape: 'double' | 'backslash';
};
