import { sqlText } from '../duckdb.ts';
import {
  DATE_FORMATS,
  type DateFormat,
  datePattern,
  dayFormat,
  dayOf,
  TIMESTAMP_FORMATS,
  type TimestampFormat,
} from './date-format.ts';

export type DecimalMark = '.' | ',';
type GroupMark = ',' | '.' | ' ' | "'";

/** What the values of a column are, and how they are written. */
export type ColumnType =
  | { type: 'integer'; groupMark: GroupMark | null }
  | { type: 'decimal'; decimalMark: DecimalMark; groupMark: GroupMark | null; decimals: number }
  | { type: 'boolean'; trueText: string; falseText: string }
  | { type: 'date'; format: DateFormat }
  | { type: 'timestamp'; format: TimestampFormat }
  | { type: 'text' };

export type DetectedColumn = ColumnType & {
  name: string;
  /** Rows without a value: empty, or written as one of the markers. */
  nulls: number;
  /** Spellings of "no value" that a column of another type than text holds. */
  nullMarkers: string[];
};

export const NULL_MARKERS = ['', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL', 'None', '\\N'];

/** A type that the values may have: the same test in JavaScript and in SQL. */
export type Candidate = {
  column: ColumnType;
  fits: (value: string) => boolean;
  sql: (value: string) => string;
  /** Milliseconds of a value, for choosing between layouts that all fit. */
  time?: (value: string) => number;
};

function byPattern(column: ColumnType, pattern: string, flags = ''): Candidate {
  const expression = new RegExp(`^(?:${pattern})$`, flags);
  return {
    column,
    fits: (value) => expression.test(value),
    sql: (value) =>
      `regexp_full_match(${value}, ${sqlText(pattern)}${flags === '' ? '' : `, ${sqlText(flags)}`})`,
  };
}

function byDate(column: ColumnType & { type: 'date' | 'timestamp' }): Candidate {
  const { format } = column;
  const base = byPattern(column, datePattern(format));
  const length = format.split(/[ T]/)[0]!.length;
  const inCalendar = (value: string) => {
    const day = column.type === 'date' ? value : `substr(${value}, 1, ${length})`;
    // For ISO days a cast does the same in a third of the time.
    return format.startsWith('YYYY-MM-DD')
      ? `try_cast(${day} as date) is not null`
      : `try_strptime(${day}, ${sqlText(dayFormat(format))}) is not null`;
  };
  return {
    column,
    fits: (value) => base.fits(value) && !Number.isNaN(dayOf(value, format)),
    sql: (value) => `(${base.sql(value)} and ${inCalendar(value)})`,
    time: (value) => dayOf(value, format),
  };
}

// Leading zeros and more than 15 digits make a code, not a number: neither survives as a double.
const WHOLE = '(0|[1-9][0-9]{0,14})';

function plainDecimal(mark: DecimalMark): Candidate {
  const point = mark === '.' ? '\\.' : ',';
  return byPattern(
    { type: 'decimal', decimalMark: mark, groupMark: null, decimals: 0 },
    `[+-]?(${WHOLE}(${point}[0-9]*)?|${point}[0-9]+)${mark === '.' ? '([eE][+-]?[0-9]{1,3})?' : ''}`,
  );
}

const escaped = (mark: string) => (mark === '.' ? '\\.' : mark);

function grouped(groupMark: GroupMark, decimalMark: DecimalMark | null): Candidate {
  const whole = `(0|[1-9][0-9]{0,2}(${escaped(groupMark)}[0-9]{3}){0,4})`;
  return decimalMark === null
    ? byPattern({ type: 'integer', groupMark }, `[+-]?${whole}`)
    : byPattern(
        { type: 'decimal', decimalMark, groupMark, decimals: 0 },
        `[+-]?${whole}(${escaped(decimalMark)}[0-9]+)?`,
      );
}

const BOOLEANS: [string, string][] = [
  ['true', 'false'],
  ['yes', 'no'],
  ['t', 'f'],
  ['y', 'n'],
];

const NUMBERS = [
  byPattern({ type: 'integer', groupMark: null }, `[+-]?${WHOLE}`),
  plainDecimal('.'),
];
const COMMA = plainDecimal(',');
const COMMA_GROUPS = [grouped(',', null), grouped(',', '.')];
const OTHER_GROUPS = [
  grouped('.', null),
  grouped('.', ','),
  grouped(' ', null),
  grouped(' ', ','),
  grouped(' ', '.'),
  grouped("'", null),
  grouped("'", '.'),
];
const DATES = [
  ...DATE_FORMATS.map((format) => byDate({ type: 'date', format })),
  ...TIMESTAMP_FORMATS.map((format) => byDate({ type: 'timestamp', format })),
];

const NAMES_A_TIME =
  /(date|datum|day|birth|dob|time|timestamp|issued|opened|closed|_at|_on|_ts)(?![a-z])/i;

function booleanOf(values: ReadonlySet<string>): Candidate | null {
  const lower = new Set([...values].map((value) => value.toLowerCase()));
  for (const [yes, no] of BOOLEANS) {
    if (![...lower].every((value) => value === yes || value === no)) continue;
    // A lone letter may be any code; a word alone is still a truth value.
    if (yes.length === 1 && lower.size < 2) continue;
    const written = (word: string) => [...values].find((value) => value.toLowerCase() === word);
    const column: ColumnType = {
      type: 'boolean',
      trueText: written(yes) ?? yes,
      falseText: written(no) ?? no,
    };
    return byPattern(column, `${yes}|${no}`, 'i');
  }
  return null;
}

function span(candidate: Candidate, values: ReadonlySet<string>): number {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    const time = candidate.time!(value);
    if (time < low) low = time;
    if (time > high) high = time;
  }
  return high - low;
}

/**
 * The most telling type that all these values have, null for text. Day-first and month-first dates that
 * both fit are told apart by the narrower span of time. '1,234' is a thousand and more where the comma
 * also parts the columns (there only a quoted value can hold it), else a decimal.
 */
export function chooseType(
  name: string,
  values: ReadonlySet<string>,
  delimiter: string | null,
): Candidate | null {
  if (values.size === 0) return null;
  const all = [...values];
  const fits = (candidate: Candidate) => all.every(candidate.fits);
  const dates = DATES.filter((candidate) => {
    const { column } = candidate;
    const compact = column.type === 'date' && /^Y+MMDD$/.test(column.format);
    return (!compact || NAMES_A_TIME.test(name)) && fits(candidate);
  });
  if (dates.length > 0) {
    return dates.reduce((best, next) => (span(next, values) < span(best, values) ? next : best));
  }
  const commas = delimiter === ',' ? [...COMMA_GROUPS, COMMA] : [COMMA, ...COMMA_GROUPS];
  return booleanOf(values) ?? [...NUMBERS, ...commas, ...OTHER_GROUPS].find(fits) ?? null;
}
