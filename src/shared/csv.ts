const SPECIAL = /[",\r\n]/;

/** Returns true if a text, or any of several concatenated, must be quoted (RFC 4180). */
export const needsQuotes = (text: string): boolean => SPECIAL.test(text);

export const quoteCsv = (text: string): string =>
  needsQuotes(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Formats one field (RFC 4180). Null is an empty field; an empty text is quoted. */
export function csvField(value: string | null): string {
  if (value === null) return '';
  return value === '' ? '""' : quoteCsv(value);
}

export function csvRecord(values: readonly (string | null)[]): string {
  return `${values.map(csvField).join(',')}\r\n`;
}

export type CsvDialect = {
  encoding: 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'ISO-8859-1' | 'windows-1252';
  /** True if a UTF-8 file begins with a byte order mark; UTF-16 always does. */
  byteOrderMark: boolean;
  delimiter: ',' | ';' | '\t' | '|';
  quote: '"' | "'";
  lineEnd: '\r\n' | '\n';
  quotedColumns: readonly number[];
  headerLine: string | null;
};

/** Returns a writer of a column's values. Null is an empty field, an empty text a quoted one. */
export function fieldWriter(
  { quote, delimiter, quotedColumns }: CsvDialect,
  column: number,
): (value: string | null) => string {
  const always = quotedColumns.includes(column);
  return (value) => {
    if (value === null) return always ? quote + quote : '';
    const needed =
      always ||
      value === '' ||
      value.includes(delimiter) ||
      value.includes(quote) ||
      /[\r\n]/.test(value) ||
      value !== value.trim();
    return needed ? quote + value.replaceAll(quote, quote + quote) + quote : value;
  };
}
