import type { DatetimeForm } from '../column-layout.ts';
import {
  AFTER_WEEKDAY,
  CLOCKS,
  COMPACT,
  DATES_OF_DIGITS,
  DAYS,
  JOINTS,
  NAMED,
  ZONES,
} from './datetime-layouts.ts';
import { datetimeParser } from './datetime-parser.ts';
import { patternTest } from './datetime-pattern.ts';
import { inCase, type LetterCase, NAME_SET_IDS, NAME_SETS, type NameSet } from './names.ts';

type Names = { names: NameSet | null; letters: LetterCase };

export const formOf = (pattern: string, { names, letters }: Names): DatetimeForm => ({
  kind: 'datetime',
  pattern,
  also: [],
  names,
  letters,
  offset: /Z$|\+hh|\[ (UTC|GMT)\]$/.test(pattern) ? 0 : null,
});

const NO_NAMES: Names = { names: null, letters: 'lower' };
const beginnings = new Map<string, RegExp>();

/** Returns the end of a pattern's match at the beginning of the text; -1 without a match. */
function endOf({
  pattern,
  names,
  text,
  at,
}: {
  pattern: string;
  names: Names;
  text: string;
  at: number;
}): number {
  const key = `${names.names} ${names.letters} ${pattern}`;
  let expression = beginnings.get(key);
  if (expression === undefined) {
    // A following digit belongs to another pattern.
    const { looks } = patternTest(pattern, formOf(pattern, names));
    expression = new RegExp(looks + (/[A-Za-z]$/.test(pattern) ? '(?![0-9])' : ''), 'y');
    beginnings.set(key, expression);
  }
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : -1;
}

const CASES: readonly LetterCase[] = ['lower', 'title', 'upper'];

function namesIn(text: string, kind: 'months' | 'weekdays'): Names[] {
  const matches: Names[] = [];
  for (const names of NAME_SET_IDS) {
    for (const letters of CASES) {
      if (NAME_SETS[names][kind].some((name) => text.includes(inCase(name, letters))))
        matches.push({ names, letters });
    }
  }
  return matches;
}

type Piece = { pattern: string; names: Names; end: number };

function daysAt(text: string, at: number, known: Names | null): Piece[] {
  const plain = /^\d{6}/.test(text.slice(at)) ? [...DAYS, ...DATES_OF_DIGITS] : DAYS;
  const days = plain.map((pattern) => ({ pattern, names: known ?? NO_NAMES }));
  const named = /\p{L}/u.test(text) ? (known ? [known] : namesIn(text, 'months')) : [];
  const all = [...days, ...named.flatMap((names) => NAMED.map((pattern) => ({ pattern, names })))];
  return all.flatMap(({ pattern, names }) => {
    const end = endOf({ pattern, names, text, at });
    return end < 0 ? [] : [{ pattern, names, end }];
  });
}

function clocksAt(text: string, at: number): { pattern: string; end: number }[] {
  return CLOCKS.flatMap((clock) => {
    const end = endOf({ pattern: clock, names: NO_NAMES, text, at });
    if (end < 0) return [];
    return ZONES.flatMap((zone) => {
      const last = zone === '' ? end : endOf({ pattern: zone, names: NO_NAMES, text, at: end });
      return last < 0 ? [] : [{ pattern: clock + zone, end: last }];
    });
  });
}

function wholesAt(text: string, at: number, known: Names | null): Piece[] {
  return daysAt(text, at, known).flatMap((day) => {
    if (day.end === text.length) return DATES_OF_DIGITS.includes(day.pattern) ? [] : [day];
    const joints = JOINTS.filter((joint) => text.startsWith(joint, day.end));
    return joints.flatMap((joint) =>
      clocksAt(text, day.end + joint.length)
        .filter(({ end }) => end === text.length)
        .map(({ pattern, end }) => ({
          pattern: `${day.pattern}${joint}${pattern}`,
          names: day.names,
          end,
        })),
    );
  });
}

function clockFirst(text: string): Piece[] {
  return clocksAt(text, 0).flatMap(({ pattern, end }) => {
    // 12.50 is an amount.
    if (end === text.length)
      return /:|[Aa]$/.test(pattern) ? [{ pattern, names: NO_NAMES, end }] : [];
    return JOINTS.filter((joint) => text.startsWith(joint, end)).flatMap((joint) =>
      daysAt(text, end + joint.length, null)
        .filter((day) => day.end === text.length)
        .map((day) => ({ ...day, pattern: pattern + joint + day.pattern })),
    );
  });
}

function weekdayFirst(text: string): Piece[] {
  if (!/^\p{L}/u.test(text)) return [];
  return namesIn(text, 'weekdays').flatMap((names) =>
    AFTER_WEEKDAY.flatMap((mark) => {
      const at = endOf({ pattern: `ddd${mark}`, names, text, at: 0 });
      return at < 0
        ? []
        : wholesAt(text, at, names).map((piece) => ({
            ...piece,
            pattern: `ddd${mark}${piece.pattern}`,
          }));
    }),
  );
}

/** Returns every date and time layout of a text, unambiguous ones first. */
export function datetimeFormsOf(text: string): DatetimeForm[] {
  if (text.length > 60 || !/\d/.test(text)) return [];
  if (/^\d+$/.test(text)) {
    return COMPACT.map((pattern) => formOf(pattern, NO_NAMES)).filter(
      (form) => !Number.isNaN(datetimeParser(form)(text)),
    );
  }
  const pieces = [...wholesAt(text, 0, null), ...weekdayFirst(text), ...clockFirst(text)];
  return pieces
    .map(({ pattern, names }) =>
      formOf(pattern, pattern.includes('MMM') || pattern.includes('ddd') ? names : NO_NAMES),
    )
    .filter((form) => !Number.isNaN(datetimeParser(form)(text)));
}
