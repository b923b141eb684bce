import {
  type CodeForm,
  type ColumnForm,
  type DatetimeForm,
  NULL_WORDS,
} from '../../../shared/column-layout.ts';
import { escapeRegExp, patternTest } from '../../../shared/layouts/datetime-pattern.ts';
import { numberPattern } from '../../../shared/layouts/number-pattern.ts';
import { pairPattern } from '../../../shared/layouts/pair-form.ts';
import { tokensOf } from '../../../shared/layouts/pattern-tokens.ts';
import { sqlText } from '../duckdb.ts';

const matches = (column: string, pattern: string) =>
  `regexp_full_match(${column}, ${sqlText(pattern)})`;

/** Positions of year, month and day, from one; null if any of them varies. */
function fixedDay(pattern: string): Record<'YYYY' | 'MM' | 'DD', number> | null {
  const places: Record<string, number> = {};
  let at = 1;
  for (const token of tokensOf(pattern)) {
    if (token.kind === 'literal') at += token.text.length;
    else if (/^(YYYY|MM|DD)$/.test(token.token)) {
      places[token.token] = at;
      at += token.token.length;
    } else break;
  }
  const { YYYY, MM, DD } = places;
  return YYYY === undefined || MM === undefined || DD === undefined ? null : { YYYY, MM, DD };
}

/** SQL test for a valid moment of the pattern; days not in the calendar fail. */
function patternSql(column: string, pattern: string, form: DatetimeForm): string {
  const { looks, impossible, leap } = patternTest(pattern, form);
  const base = matches(column, looks);
  if (leap === null) return base;
  const day = fixedDay(pattern);
  if (day !== null) {
    const { YYYY, MM, DD } = day;
    const iso =
      MM === YYYY + 5 && DD === MM + 3 && pattern[YYYY + 3] === '-'
        ? `substr(${column}, ${YYYY}, 10)`
        : `substr(${column}, ${YYYY}, 4) || '-' || substr(${column}, ${MM}, 2) || '-' || substr(${column}, ${DD}, 2)`;
    return `(${base} and try_cast(${iso} as date) is not null)`;
  }
  const never = impossible.map((one) => `not ${matches(column, one)}`).join(' and ');
  return `(${base} and ${never} and (not ${matches(column, leap.day)} or ${matches(column, leap.years)}))`;
}

/** SQL test for one pattern of the form. */
export const patternFits = (column: string, pattern: string, form: DatetimeForm): string =>
  patternSql(column, pattern, form);

/**
 * SQL test for codes. They are read as text, so it only needs to exclude sentences; exact
 * expressions would dominate an upload's time.
 */
function codeSql(column: string, { prefix, width }: CodeForm): string {
  const begins = prefix === '' ? '' : ` and starts_with(${column}, ${sqlText(prefix)})`;
  const length = width === null ? '' : ` and length(${column}) = ${width}`;
  // Words for missing values are no codes, so that they are counted as missing.
  const missing = NULL_WORDS.map(sqlText).join(', ');
  return `(not contains(${column}, ' ')${begins}${length} and ${column} not in (${missing}))`;
}

export function formSql(column: string, form: ColumnForm): string {
  switch (form.kind) {
    case 'datetime': {
      const ways = [form.pattern, ...form.also].map((one) => patternSql(column, one, form));
      return `(${ways.join(' or ')})`;
    }
    case 'number':
      return matches(column, numberPattern(form));
    case 'boolean': {
      const words = [form.trueText, form.falseText].map((word) => escapeRegExp(word.toLowerCase()));
      return `regexp_full_match(${column}, ${sqlText(words.join('|'))}, 'i')`;
    }
    case 'code':
      return codeSql(column, form);
    case 'pair':
      return matches(column, pairPattern(form));
    default:
      return 'true';
  }
}
