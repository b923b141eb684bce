import { DATE_FORMATS, parseDate } from './date-format.ts';
import { plainNumbers } from './plain-numbers.ts';
import { rangeOf } from './range-of.ts';
import type { CategoryColumn, Column, DateFormat, DatetimeColumn, Table } from './table.ts';

export type ColumnKind = Column['kind'];

/** Spellings of "no value" that a column of numbers or dates may hold. */
const MISSING = new Set(['', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL', 'None', '\\N']);

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const DATE_NAME =
  /(date|datum|day|birth|dob|time|timestamp|issued|opened|closed|_at|_on|_ts)(?![a-z])/i;
const MAX_DECIMALS = 15;

const isMissing = (text: string | null | undefined): text is null | undefined =>
  text === null || text === undefined || MISSING.has(text);

/** Digits after the point that a plain decimal needs; 1.5e-3 needs four. */
function decimalsOf(text: string): number {
  const exponent = text.search(/[eE]/);
  const mantissa = exponent < 0 ? text : text.slice(0, exponent);
  const point = mantissa.indexOf('.');
  const digits = point < 0 ? 0 : mantissa.length - point - 1;
  return exponent < 0 ? digits : Math.max(0, digits - Number(text.slice(exponent + 1)));
}

/** Codes that only look like numbers: leading zeros, or more digits than a double keeps. */
function isCodeLike(text: string): boolean {
  let digits = 0;
  let first = -1;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 69 || code === 101) break;
    if (code < 48 || code > 57) continue;
    if (first < 0) first = i;
    digits++;
  }
  if (digits > 15) return !text.includes('.');
  const second = text.charCodeAt(first + 1);
  return text.charCodeAt(first) === 48 && second >= 48 && second <= 57;
}

function parseNumbers(name: string, texts: readonly (string | null)[]): Column | null {
  const values = new Float64Array(texts.length);
  let decimals = 0;
  let seen = 0;
  for (let i = 0; i < texts.length; i++) {
    const text = texts[i];
    if (isMissing(text)) {
      values[i] = Number.NaN;
      continue;
    }
    if (!NUMBER.test(text) || isCodeLike(text)) return null;
    const value = Number(text);
    if (!Number.isFinite(value)) return null;
    values[i] = value;
    seen++;
    const places = decimalsOf(text);
    if (places > decimals) decimals = Math.min(places, MAX_DECIMALS);
  }
  return seen > 0 ? { kind: 'number', name, values, decimals } : null;
}

function readNumbers(name: string, texts: readonly (string | null)[]): Column | null {
  const column = parseNumbers(name, texts);
  if (column !== null) return column;
  const plain = plainNumbers(texts, isMissing);
  return plain === null ? null : parseNumbers(name, plain);
}

function parseDates(
  name: string,
  texts: readonly (string | null)[],
  format: DateFormat,
): DatetimeColumn | null {
  const values = new Float64Array(texts.length);
  let seen = 0;
  for (let i = 0; i < texts.length; i++) {
    const text = texts[i];
    if (isMissing(text)) {
      values[i] = Number.NaN;
      continue;
    }
    const value = parseDate(text, format);
    if (Number.isNaN(value)) return null;
    values[i] = value;
    seen++;
  }
  return seen > 0 ? { kind: 'datetime', name, values, format } : null;
}

function span(column: DatetimeColumn): number {
  const { low, high } = rangeOf(column.values);
  return high - low;
}

/** The one layout that every value has. Between day-first and month-first the narrower span wins. */
function bestDates(name: string, texts: readonly (string | null)[]): DatetimeColumn | null {
  let best: DatetimeColumn | null = null;
  for (const format of DATE_FORMATS) {
    if ((format === 'YYMMDD' || format === 'YYYYMMDD') && !DATE_NAME.test(name)) continue;
    const column = parseDates(name, texts, format);
    if (column !== null && (best === null || span(column) < span(best))) best = column;
  }
  return best;
}

function parseCategories(name: string, texts: readonly (string | null)[]): CategoryColumn {
  const codes = new Int32Array(texts.length);
  const dictionary: string[] = [];
  const codeOf = new Map<string, number>();
  for (let i = 0; i < texts.length; i++) {
    const text = texts[i];
    if (text === null || text === undefined) {
      codes[i] = -1;
      continue;
    }
    let code = codeOf.get(text);
    if (code === undefined) {
      code = dictionary.length;
      dictionary.push(text);
      codeOf.set(text, code);
    }
    codes[i] = code;
  }
  return { kind: 'category', name, codes, dictionary };
}

/**
 * Types a column of text: numbers where every value is one (codes with leading zeros stay text), dates
 * where every value has one known layout, categories otherwise. Dates of digits alone (930101) need a
 * column name that speaks of dates.
 *
 * @param texts null is a missing value
 * @param kind a type that somebody fixed by hand; where the text does not fit, the column stays text
 */
export function parseColumn(
  name: string,
  texts: readonly (string | null)[],
  kind?: ColumnKind,
): Column {
  const dates = kind === undefined || kind === 'datetime' ? bestDates(name, texts) : null;
  const numbers = dates === null && kind !== 'category' ? readNumbers(name, texts) : null;
  return dates ?? numbers ?? parseCategories(name, texts);
}

/** Types columns of text, each as `parseColumn` does; all have one length. */
export function parseColumns(
  names: readonly string[],
  textColumns: readonly (readonly (string | null)[])[],
  kinds: Readonly<Partial<Record<string, ColumnKind>>> = {},
): Table {
  const rows = textColumns[0]?.length ?? 0;
  const columns = names.map((name, i): Column => {
    const texts = textColumns[i] ?? [];
    if (texts.length !== rows) throw new RangeError(`column ${name} has ${texts.length} rows`);
    return parseColumn(name, texts, kinds[name]);
  });
  return { rows, columns };
}
