const SPECIAL = /[",\r\n]/;

/** Whether a text, or several one after another, holds what RFC 4180 wants between quotes. */
export const needsQuotes = (text: string): boolean => SPECIAL.test(text);

/** A text by RFC 4180: between quotes where it needs them, blanks at its ends kept as they are. */
export const quoteCsv = (text: string): string =>
  needsQuotes(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** One field by RFC 4180. An absent value is an empty field; an empty text is a quoted empty field. */
export function csvField(value: string | null): string {
  if (value === null) return '';
  return value === '' ? '""' : quoteCsv(value);
}

/** One record, with its line end. */
export function csvRecord(values: readonly (string | null)[]): string {
  return `${values.map(csvField).join(',')}\r\n`;
}

/** How a delimited file is written: as another one was read. */
export type CsvDialect = {
  encoding: 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'ISO-8859-1' | 'windows-1252';
  /** Whether a file in UTF-8 begins with a byte order mark; one in UTF-16 does. */
  byteOrderMark: boolean;
  delimiter: ',' | ';' | '\t' | '|';
  quote: '"' | "'";
  lineEnd: '\r\n' | '\n';
  /** Columns whose values stand in quotes also where they need none, by their places. */
  quotedColumns: readonly number[];
  /** The header line as it stands in the file; null where there is none. */
  headerLine: string | null;
};

/** Makes the writer of a column's values in a dialect. A missing value is an empty field, an empty text a quoted one. */
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
