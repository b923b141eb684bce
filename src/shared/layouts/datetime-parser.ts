import { daysFromCivil, daysInMonth } from '../civil-date.ts';
import type { DatetimeForm } from '../column-layout.ts';
import { EPOCHS } from './epochs.ts';
import { inCase, NAME_SETS } from './names.ts';
import { tokensOf } from './pattern-tokens.ts';

const DAY = 86_400_000;
/** Two-digit years are 1969 to 2068, as in POSIX strptime. */
const PIVOT = 69;

// Indexes of the parsed parts.
const [YEAR, MONTH, DATE, HOUR, MINUTE, SECOND, MICRO, QUARTER, HALF, OFFSET, EPOCH] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
] as const;
const parts = new Float64Array(11);
const NONE = -1;

/** Parses a piece of a text at `at` into `parts` and returns its end; -1 without a match. */
type Step = (text: string, at: number) => number;

function readDigits(field: number, least: number, most: number): Step {
  return (text, start) => {
    let value = 0;
    let at = start;
    for (const end = start + most; at < end; at++) {
      const digit = text.charCodeAt(at) - 48;
      if (!(digit >= 0 && digit <= 9)) break;
      value = value * 10 + digit;
    }
    if (at - start < least) return -1;
    parts[field] = value;
    return at;
  };
}

/** Reads a number without leading zeros. */
const readCount = (least: number, most: number): Step => {
  const read = readDigits(EPOCH, least, most);
  return (text, at) => (text.charCodeAt(at) === 48 ? -1 : read(text, at));
};

const readLiteral =
  (literal: string): Step =>
  (text, at) =>
    text.startsWith(literal, at) ? at + literal.length : -1;

function readWord(words: readonly string[], field: number | null, first: number): Step {
  const longest = words
    .map((word, i) => ({ word, i }))
    .sort((a, b) => b.word.length - a.word.length);
  return (text, at) => {
    for (const { word, i } of longest) {
      if (!text.startsWith(word, at)) continue;
      if (field !== null) parts[field] = i + first;
      return at + word.length;
    }
    return -1;
  };
}

function readFraction(digits: number): Step {
  return (text, start) => {
    let micros = 0;
    for (let i = 0; i < digits; i++) {
      const digit = text.charCodeAt(start + i) - 48;
      if (!(digit >= 0 && digit <= 9)) return -1;
      if (i < 6) micros = micros * 10 + digit;
    }
    parts[MICRO] = micros * 10 ** Math.max(0, 6 - digits);
    return start + digits;
  };
}

const readAnyFraction: Step = (text, start) => {
  if (text.charCodeAt(start) !== 46) return start;
  let at = start + 1;
  while (at - start <= 9 && text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57) at++;
  return at - start < 2 ? -1 : readFraction(at - start - 1)(text, start + 1);
};

function readOffset(colon: boolean, minutes: boolean): Step {
  return (text, at) => {
    const sign = text[at] === '+' ? 1 : text[at] === '-' ? -1 : 0;
    const length = minutes ? (colon ? 6 : 5) : 3;
    const piece = text.slice(at + 1, at + length).replace(colon ? ':' : /(?!)/, '');
    if (sign === 0 || piece.length !== (minutes ? 4 : 2) || !/^\d+$/.test(piece)) return -1;
    const [hours, rest] = [Number(piece.slice(0, 2)), Number(piece.slice(2))];
    if (hours > 23 || rest > 59 || (colon && text[at + 3] !== ':')) return -1;
    parts[OFFSET] = sign * (hours * 60 + rest);
    return at + length;
  };
}

const NUMBERS: Record<string, [field: number, least: number, most: number]> = {
  YYYY: [YEAR, 4, 4],
  YY: [YEAR, 2, 2],
  MM: [MONTH, 2, 2],
  M: [MONTH, 1, 2],
  DD: [DATE, 2, 2],
  D: [DATE, 1, 2],
  Q: [QUARTER, 1, 1],
  HH: [HOUR, 2, 2],
  H: [HOUR, 1, 2],
  hh: [HOUR, 2, 2],
  h: [HOUR, 1, 2],
  mm: [MINUTE, 2, 2],
  ss: [SECOND, 2, 2],
};

function stepOf(token: string, { names, letters }: DatetimeForm): Step {
  const numbers = NUMBERS[token];
  if (numbers !== undefined) return readDigits(...numbers);
  const epoch = EPOCHS[token];
  if (epoch !== undefined) return readCount(...epoch.digits);
  const words = names === null ? null : NAME_SETS[names];
  const cased = (list: readonly string[]) => list.map((name) => inCase(name, letters));
  if (token === 'MMM') return readWord(cased(words?.months ?? []), MONTH, 1);
  if (token === 'ddd') return readWord(cased(words?.weekdays ?? []), null, 0);
  if (token === 'A') return readWord(['AM', 'PM'], HALF, 0);
  if (token === 'a') return readWord(['am', 'pm'], HALF, 0);
  if (token === 'F') return readAnyFraction;
  if (token === 'Z') {
    return (text, at) => {
      parts[OFFSET] = 0;
      return text.charCodeAt(at) === 90 ? at + 1 : -1;
    };
  }
  if (token.startsWith('+')) return readOffset(token.includes(':'), token.length > 3);
  return readFraction(token.length);
}

/** Converts the parts to milliseconds; NaN if they are not a valid moment. */
function moment(shortYear: boolean, offset: number): number {
  let year = parts[YEAR]!;
  if (shortYear) year += year < PIVOT ? 2000 : 1900;
  if (parts[QUARTER] !== NONE) {
    if (parts[QUARTER]! < 1 || parts[QUARTER]! > 4) return Number.NaN;
    parts[MONTH] = 3 * parts[QUARTER]! - 2;
  }
  const month = parts[MONTH]!;
  const date = parts[DATE]!;
  if (year < 100 || month < 1 || month > 12 || date < 1 || date > daysInMonth(year, month))
    return Number.NaN;
  let hour = parts[HOUR]!;
  if (parts[HALF] !== NONE) {
    if (hour < 1 || hour > 12) return Number.NaN;
    hour = (hour % 12) + 12 * parts[HALF]!;
  }
  if (hour > 23 || parts[MINUTE]! > 59 || parts[SECOND]! > 59) return Number.NaN;
  const zone = parts[OFFSET] === OFFSET_NONE ? offset : parts[OFFSET]!;
  const seconds = ((hour * 60 + parts[MINUTE]! - zone) * 60 + parts[SECOND]!) * 1000;
  return daysFromCivil(year, month, date) * DAY + seconds + parts[MICRO]! / 1000;
}

const OFFSET_NONE = 10_000;

const fixedField = (token: string): number | undefined =>
  /^S{1,6}$/.test(token)
    ? MICRO
    : /^(YYYY|YY|MM|DD|HH|mm|ss)$/.test(token)
      ? NUMBERS[token]![0]
      : undefined;

/** Returns a fast parser for patterns with fixed field positions; null for other patterns. */
function fixedParser(pattern: string, form: DatetimeForm): ((text: string) => number) | null {
  const field: number[] = [];
  const literal: number[] = [];
  const put = (of: number, code: number) => {
    field.push(of);
    literal.push(code);
  };
  const tokens = tokensOf(pattern);
  for (const token of tokens) {
    if (token.kind === 'field' && token.token !== 'Z') {
      const of = fixedField(token.token);
      if (of === undefined) return null;
      for (let i = 0; i < token.token.length; i++) put(of, 0);
    } else {
      const text = token.kind === 'field' ? 'Z' : token.text;
      for (let i = 0; i < text.length; i++) put(NONE, text.charCodeAt(i));
    }
  }
  const [fields, literals] = [Int8Array.from(field), Uint16Array.from(literal)];
  const micros = 10 ** (6 - field.filter((of) => of === MICRO).length);
  const shortYear = tokens.some((token) => token.kind === 'field' && token.token === 'YY');
  const offset = pattern.endsWith('Z') ? 0 : (form.offset ?? 0);
  const start = Float64Array.of(0, 0, 0, 0, 0, 0, 0, NONE, NONE, offset, 0);
  const [year, month, date] = [YEAR, MONTH, DATE].map((of) =>
    field.includes(of) ? 0 : of === YEAR ? 1970 : 1,
  );
  start.set([year!, month!, date!]);
  return (text) => {
    if (text.length !== fields.length) return Number.NaN;
    parts.set(start);
    for (let i = 0; i < fields.length; i++) {
      const code = text.charCodeAt(i);
      const of = fields[i]!;
      if (of < 0) {
        if (code !== literals[i]) return Number.NaN;
      } else {
        if (code < 48 || code > 57) return Number.NaN;
        parts[of] = parts[of]! * 10 + code - 48;
      }
    }
    parts[MICRO] = parts[MICRO]! * micros;
    return moment(shortYear, offset);
  };
}

function patternParser(pattern: string, form: DatetimeForm): (text: string) => number {
  const fixed = fixedParser(pattern, form);
  if (fixed !== null) return fixed;
  const tokens = tokensOf(pattern);
  const steps = tokens.map((token) =>
    token.kind === 'literal' ? readLiteral(token.text) : stepOf(token.token, form),
  );
  const fields = new Set(tokens.map((token) => (token.kind === 'field' ? token.token : '')));
  const shortYear = fields.has('YY');
  const epoch = EPOCHS[[...fields].find((field) => Object.hasOwn(EPOCHS, field)) ?? ''];
  const offset = form.offset ?? 0;
  // A time without a date is on 1970-01-01.
  const start = Float64Array.of(1970, 1, 1, 0, 0, 0, 0, NONE, NONE, OFFSET_NONE, 0);
  return (text) => {
    parts.set(start);
    let at = 0;
    for (let i = 0; i < steps.length; i++) {
      at = steps[i]!(text, at);
      if (at < 0) return Number.NaN;
    }
    if (at !== text.length) return Number.NaN;
    return epoch === undefined
      ? moment(shortYear, offset)
      : parts[EPOCH]! * epoch.unit + epoch.origin;
  };
}

/** Returns a parser to milliseconds since 1970 (UTC), with microseconds; NaN without a match. */
export function datetimeParser(form: DatetimeForm): (text: string) => number {
  const first = patternParser(form.pattern, form);
  if (form.also.length === 0) return first;
  const others = form.also.map((pattern) => patternParser(pattern, form));
  return (text) => {
    let value = first(text);
    for (let i = 0; i < others.length && Number.isNaN(value); i++) value = others[i]!(text);
    return value;
  };
}
