import { quoteCsv } from '../../shared/csv.ts';

export type CsvValue = string | number | boolean | null | undefined;

/** Formats CSV by RFC 4180: quotes only where needed, CRLF between records. */
export function toCsv(header: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  const line = (fields: readonly CsvValue[]) => fields.map(field).join(',');
  return [header, ...rows].map((row) => `${line(row)}\r\n`).join('');
}

function field(value: CsvValue): string {
  return value === null || value === undefined ? '' : quoteCsv(String(value));
}

/** Escapes text that a spreadsheet would run as a formula, for reports that people open. */
export function withoutFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
