import { daysInMonth } from '../../shared/civil-date.ts';
import type { DateFormat } from './table.ts';

/** Every layout known, in the order in which a column is tried against them. */
export const DATE_FORMATS: readonly DateFormat[] = [
  'YYYY-MM-DD',
  'YYYY-MM-DD HH:mm:ss',
  'YYYY-MM-DD HH:mm:ss.SSS',
  'YYYY-MM-DDTHH:mm:ss',
  'YYYY-MM-DDTHH:mm:ss.SSS',
  'YYYY-MM-DDTHH:mm:ssZ',
  'YYYY-MM-DDTHH:mm:ss.SSSZ',
  'YYYYMMDD',
  'YYMMDD',
  'DD.MM.YYYY',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
];

export const DAY = 86_400_000;

/** Two-digit years from 70 on belong to the twentieth century, as in POSIX strptime (69 there). */
const PIVOT = 70;

const FIELDS: Record<string, number> = { Y: 0, M: 1, D: 2, H: 3, m: 4, s: 5, S: 6 };

type Layout = { length: number; field: Int8Array; literal: Uint16Array; shortYear: boolean };

function layoutOf(format: DateFormat): Layout {
  const field = new Int8Array(format.length).fill(-1);
  const literal = new Uint16Array(format.length);
  for (let i = 0; i < format.length; i++) {
    const known = FIELDS[format[i]];
    if (known === undefined) literal[i] = format.charCodeAt(i);
    else field[i] = known;
  }
  return { length: format.length, field, literal, shortYear: !format.includes('YYYY') };
}

const LAYOUTS = Object.fromEntries(
  DATE_FORMATS.map((format) => [format, layoutOf(format)]),
) as Record<DateFormat, Layout>;

const parts = new Int32Array(7);

/**
 * Reads a text laid out as `format`.
 *
 * @returns milliseconds since 1970-01-01T00:00:00Z, or NaN where the text is not such a date
 */
export function parseDate(text: string, format: DateFormat): number {
  const layout = LAYOUTS[format];
  if (text.length !== layout.length) return Number.NaN;
  parts.fill(0);
  for (let i = 0; i < layout.length; i++) {
    const code = text.charCodeAt(i);
    const field = layout.field[i];
    if (field < 0) {
      if (code !== layout.literal[i]) return Number.NaN;
    } else {
      if (code < 48 || code > 57) return Number.NaN;
      parts[field] = parts[field] * 10 + code - 48;
    }
  }
  let year = parts[0];
  if (layout.shortYear) year += year >= PIVOT ? 1900 : 2000;
  const month = parts[1];
  const day = parts[2];
  if (year < 100 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month))
    return Number.NaN;
  if (parts[3] > 23 || parts[4] > 59 || parts[5] > 59) return Number.NaN;
  return Date.UTC(year, month - 1, day, parts[3], parts[4], parts[5], parts[6]);
}

const pad = (value: number, width: number) => String(value).padStart(width, '0');

/** Writes a moment (milliseconds since 1970, UTC) in the given layout. */
export function formatDate(moment: number, format: DateFormat): string {
  const date = new Date(moment);
  const year = pad(date.getUTCFullYear(), 4);
  const month = pad(date.getUTCMonth() + 1, 2);
  const day = pad(date.getUTCDate(), 2);
  switch (format) {
    case 'YYYYMMDD':
      return year + month + day;
    case 'YYMMDD':
      return year.slice(-2) + month + day;
    case 'DD.MM.YYYY':
      return `${day}.${month}.${year}`;
    case 'DD/MM/YYYY':
      return `${day}/${month}/${year}`;
    case 'MM/DD/YYYY':
      return `${month}/${day}/${year}`;
    case 'YYYY-MM-DD':
      return `${year}-${month}-${day}`;
  }
  const time = `${pad(date.getUTCHours(), 2)}:${pad(date.getUTCMinutes(), 2)}:${pad(date.getUTCSeconds(), 2)}`;
  const fraction = format.includes('SSS') ? `.${pad(date.getUTCMilliseconds(), 3)}` : '';
  const joint = format.includes('T') ? 'T' : ' ';
  return `${year}-${month}-${day}${joint}${time}${fraction}${format.endsWith('Z') ? 'Z' : ''}`;
}

/** True where the layout carries no time of day. */
export function isDateOnly(format: DateFormat): boolean {
  return !format.includes('H');
}
