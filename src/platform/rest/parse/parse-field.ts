import { accept, type Cursor, checkDepth, fail, match, next, sees } from './cursor.ts';
import type { Field, JsonStep } from './query.ts';

const QUOTED = /"(?:[^"\\]|\\.)*"/sy;
// Letters, digits, _ and $, with blanks and dashes inside; a dash before > begins an arrow.
const PLAIN = /[\p{L}\p{M}\p{N}_$](?:(?:[ ]|-(?!>))*[\p{L}\p{M}\p{N}_$])*/uy;
const INDEX = /-?\d{1,9}(?=->|::|[.,()]|\s*$)/y;

/** Parses `"…"` with backslash escapes; null without a complete quote. */
export function quoted(cursor: Cursor): string | null {
  const text = match(cursor, QUOTED);
  return text === null ? null : text.slice(1, -1).replace(/\\(.)/gs, '$1');
}

export function parseName(cursor: Cursor): string {
  const name = next(cursor) === '"' ? quoted(cursor) : match(cursor, PLAIN);
  if (name === null || name === '') fail(cursor, 'field name (* or [a..z0..9_$])');
  return name;
}

export function parseJsonPath(cursor: Cursor): JsonStep[] {
  const path: JsonStep[] = [];
  while (sees(cursor, '->')) {
    checkDepth(cursor, path.length + 1);
    const arrow = accept(cursor, '->>') ? '->>' : '->';
    if (arrow === '->') accept(cursor, '->');
    const index = match(cursor, INDEX);
    path.push({ arrow, key: index === null ? parseName(cursor) : Number(index) });
  }
  return path;
}

export function parseField(cursor: Cursor): Field {
  return { name: parseName(cursor), path: parseJsonPath(cursor) };
}
