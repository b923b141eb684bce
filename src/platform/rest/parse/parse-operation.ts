import { accept, type Cursor, fail, match, next, sees, skipBlank } from './cursor.ts';
import { quoted } from './parse-field.ts';
import { type Operation, QUANTIFIABLE, SEARCHES, SIMPLE, type TRUTHS } from './query.ts';

/** Reads the value of an operator: the rest of `col=eq.…`, or up to a comma inside `or=(…)`. */
export type ValueReader = (cursor: Cursor) => string;

const WORD = /[a-z]+/y;
const CONFIG = /\(([\p{L}\p{N}_ $]+)\)/uy;
const TRUTH = /not_null|null|true|false|unknown/iy;
const REST = /.*/sy;
const UNTIL_COMMA = /[^,)]*/y;
const ARRAY = /\{[^{}]*\}/y;

export const restOfText: ValueReader = (cursor) => match(cursor, REST) ?? '';

/** Parses a quoted value that ends the text; otherwise the quotes belong to the value. */
function quotedWhole(cursor: Cursor): string | null {
  const start = cursor.at;
  const value = quoted(cursor);
  if (value !== null && (next(cursor) === ',' || next(cursor) === ')' || next(cursor) === '')) {
    return value;
  }
  cursor.at = start;
  return null;
}

export const valueInLogic: ValueReader = (cursor) => {
  const value = quotedWhole(cursor);
  if (value !== null) return value;
  return match(cursor, ARRAY) ?? match(cursor, UNTIL_COMMA) ?? '';
};

function parseList(cursor: Cursor): string[] {
  skipBlank(cursor);
  if (!accept(cursor, '(')) fail(cursor, '"("');
  const values: string[] = [];
  do values.push(quotedWhole(cursor) ?? match(cursor, UNTIL_COMMA) ?? '');
  while (accept(cursor, ','));
  if (!accept(cursor, ')')) fail(cursor, '"," or ")"');
  skipBlank(cursor);
  // `in.()` is the empty list.
  return values.length === 1 && values[0] === '' ? [] : values;
}

function expectDot(cursor: Cursor): void {
  if (!accept(cursor, '.')) fail(cursor, 'delimiter (.)');
}

const isKey = <T extends object>(table: T, word: string): word is keyof T & string =>
  Object.hasOwn(table, word);

/** Parses the part after a column's name: `eq.1`, `in.(1,2)`, `not.is.null`. */
export function parseOperation(
  cursor: Cursor,
  value: ValueReader,
): { negated: boolean; operation: Operation } {
  const negated = accept(cursor, 'not.');
  const start = cursor.at;
  const word = match(cursor, WORD) ?? '';
  if (isKey(SEARCHES, word)) {
    const config = match(cursor, CONFIG)?.slice(1, -1) ?? null;
    expectDot(cursor);
    return {
      negated,
      operation: { kind: 'search', operator: word, config, value: value(cursor) },
    };
  }
  if (isKey(QUANTIFIABLE, word)) {
    const quantifier = accept(cursor, '(any)') ? 'any' : accept(cursor, '(all)') ? 'all' : null;
    expectDot(cursor);
    return {
      negated,
      operation: { kind: 'compare', operator: word, quantifier, value: value(cursor) },
    };
  }
  if (sees(cursor, '.')) {
    cursor.at += 1;
    if (isKey(SIMPLE, word)) {
      return { negated, operation: { kind: 'simple', operator: word, value: value(cursor) } };
    }
    if (word === 'isdistinct') {
      return { negated, operation: { kind: 'isdistinct', value: value(cursor) } };
    }
    if (word === 'in') return { negated, operation: { kind: 'in', values: parseList(cursor) } };
    if (word === 'is') {
      const truth = match(cursor, TRUTH)?.toLowerCase() as keyof typeof TRUTHS | undefined;
      if (truth === undefined) fail(cursor, 'null, not_null, true, false or unknown');
      return { negated, operation: { kind: 'is', truth } };
    }
  }
  cursor.at = start;
  return fail(cursor, negated ? 'operator (eq, gt, ...)' : '"not" or operator (eq, gt, ...)');
}
