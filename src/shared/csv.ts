const NEEDS_QUOTES = /[",\r\n]/;

/** One field after RFC 4180. An absent value is an empty field; an empty text is a quoted empty field. */
export function csvField(value: string | null): string {
  if (value === null) return '';
  if (value === '') return '""';
  return NEEDS_QUOTES.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** One record, with its line end. */
export function csvRecord(values: readonly (string | null)[]): string {
  return `${values.map(csvField).join(',')}\r\n`;
}
