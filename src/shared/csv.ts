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
