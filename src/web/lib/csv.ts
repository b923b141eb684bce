export type CsvValue = string | number | boolean | null | undefined;

/** RFC 4180: quotes where a field needs them, CRLF between records. */
export function toCsv(header: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  const line = (fields: readonly CsvValue[]) => fields.map(field).join(',');
  return [header, ...rows].map((row) => `${line(row)}\r\n`).join('');
}

function field(value: CsvValue): string {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A text that a spreadsheet would run as a formula, made harmless: for reports that people open. */
export function withoutFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
