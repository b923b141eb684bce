import { parseError } from '../errors/request-errors.ts';

export type Cursor = { readonly what: string; readonly text: string; at: number };

const DEEPEST = 20;

export const open = (what: string, text: string): Cursor => ({ what, text, at: 0 });

export const atEnd = (cursor: Cursor): boolean => cursor.at >= cursor.text.length;

export const next = (cursor: Cursor): string => cursor.text[cursor.at] ?? '';

export const sees = (cursor: Cursor, token: string): boolean =>
  cursor.text.startsWith(token, cursor.at);

export function fail(cursor: Cursor, expected: string): never {
  const actual = atEnd(cursor)
    ? 'unexpected end of input'
    : `unexpected "${String.fromCodePoint(cursor.text.codePointAt(cursor.at)!)}"`;
  throw parseError({
    what: cursor.what,
    text: cursor.text,
    column: cursor.at + 1,
    details: `${actual} expecting ${expected}`,
  });
}

export function accept(cursor: Cursor, token: string): boolean {
  if (!sees(cursor, token)) return false;
  cursor.at += token.length;
  return true;
}

export function expect(cursor: Cursor, token: string): void {
  if (!accept(cursor, token)) fail(cursor, `"${token}"`);
}

export function expectEnd(cursor: Cursor, alternatives: string): void {
  if (!atEnd(cursor)) fail(cursor, `${alternatives} or end of input`);
}

/** Consumes a match of the sticky expression at the cursor; null if there is none. */
export function match(cursor: Cursor, expression: RegExp): string | null {
  expression.lastIndex = cursor.at;
  const result = expression.exec(cursor.text);
  if (!result) return null;
  cursor.at = expression.lastIndex;
  return result[0];
}

const BLANK = /[ \t]*/y;

export function skipBlank(cursor: Cursor): void {
  match(cursor, BLANK);
}

export function commaSeparated<T>(cursor: Cursor, item: (cursor: Cursor) => T): T[] {
  const items: T[] = [];
  do {
    skipBlank(cursor);
    items.push(item(cursor));
    skipBlank(cursor);
  } while (accept(cursor, ','));
  return items;
}

export function checkDepth(cursor: Cursor, depth: number): void {
  if (depth > DEEPEST) fail(cursor, `at most ${DEEPEST} levels`);
}
