import type { DatetimeForm } from '../column-layout.ts';
import { EPOCHS } from './epochs.ts';
import { inCase, NAME_SETS } from './names.ts';
import { tokensOf } from './pattern-tokens.ts';

export const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

const HOURS = '([01][0-9]|2[0-3])';
const MINUTES = '[0-5][0-9]';
const PATTERNS: Record<string, string> = {
  YYYY: '[0-9]{4}',
  YY: '[0-9]{2}',
  MM: '(0[1-9]|1[0-2])',
  M: '(0?[1-9]|1[0-2])',
  DD: '(0[1-9]|[12][0-9]|3[01])',
  D: '(0?[1-9]|[12][0-9]|3[01])',
  Q: '[1-4]',
  HH: HOURS,
  H: '([01]?[0-9]|2[0-3])',
  hh: '(0[1-9]|1[0-2])',
  h: '(0?[1-9]|1[0-2])',
  mm: MINUTES,
  ss: MINUTES,
  F: '(\\.[0-9]{1,9})?',
  A: '[AP]M',
  a: '[ap]m',
  Z: 'Z',
  '+hh:mm': `[+-]${HOURS}:${MINUTES}`,
  '+hhmm': `[+-]${HOURS}${MINUTES}`,
  '+hh': `[+-]${HOURS}`,
};

for (const [token, { digits }] of Object.entries(EPOCHS))
  PATTERNS[token] = `[1-9][0-9]{${digits[0] - 1},${digits[1] - 1}}`;

const oneOf = (words: readonly string[]) => `(${words.map(escapeRegExp).join('|')})`;

function expression(
  pattern: string,
  form: DatetimeForm,
  held: { month?: number[]; day?: string; year?: [long: string, short: string] } = {},
): string {
  const { months, weekdays } = NAME_SETS[form.names ?? 'en-short'];
  const cased = (words: readonly string[]) =>
    oneOf(words.map((word) => inCase(word, form.letters)));
  return tokensOf(pattern)
    .map((token) => {
      if (token.kind === 'literal') return escapeRegExp(token.text);
      const name = token.token;
      if (name === 'ddd') return cased(weekdays);
      if (name === 'MMM') return cased(held.month?.map((month) => months[month - 1]!) ?? months);
      if (held.month !== undefined && (name === 'MM' || name === 'M')) {
        const zero = name === 'M' ? '0?' : '0';
        return `(${held.month.map((month) => (month < 10 ? zero : '') + month).join('|')})`;
      }
      if (held.day !== undefined && /^D/.test(name)) return `(${held.day})`;
      if (held.year !== undefined && /^Y/.test(name)) return held.year[name === 'YYYY' ? 0 : 1];
      return PATTERNS[name] ?? `[0-9]{${name.length}}`;
    })
    .join('');
}

const EVEN = '0[48]|[2468][048]|[13579][26]';
const LEAP: [string, string] = [
  `([0-9]{2}(${EVEN})|([02468][048]|[13579][26])00)`,
  // With the pivot of 69, the year 00 is 2000, a leap year.
  `(${EVEN}|00)`,
];

export type PatternTest = {
  looks: string;
  /** Expressions of well-formed dates that exist in no calendar; empty without a date. */
  impossible: string[];
  leap: { day: string; years: string } | null;
};

/** Returns expressions for complete texts, in the syntax common to RE2 and JavaScript. */
export function patternTest(pattern: string, form: DatetimeForm): PatternTest {
  const looks = expression(pattern, form);
  const fields = tokensOf(pattern).flatMap((token) =>
    token.kind === 'field' ? [token.token] : [],
  );
  if (!fields.some((token) => token === 'DD' || token === 'D'))
    return { looks, impossible: [], leap: null };
  return {
    looks,
    impossible: [
      expression(pattern, form, { month: [2], day: '3[01]' }),
      expression(pattern, form, { month: [4, 6, 9, 11], day: '31' }),
    ],
    leap: {
      day: expression(pattern, form, { month: [2], day: '29' }),
      years: expression(pattern, form, { month: [2], day: '29', year: LEAP }),
    },
  };
}
