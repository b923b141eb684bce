import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Each connection keeps the plans of all it was given, some ten kilobytes each. */
const MAX_STATEMENTS = 128;
/** A text is worth a plan once it was sent so often within an hour. */
const MIN_USES = 5;
const WINDOW_MILLISECONDS = 3_600_000;

const names = new Map<string, string>();
const uses = new Map<string, number>();
let windowBegan = Date.now();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_STATEMENTS) return known;
  if (Date.now() - windowBegan > WINDOW_MILLISECONDS || uses.size > 100 * MAX_STATEMENTS) {
    uses.clear();
    windowBegan = Date.now();
  }
  const count = (uses.get(text) ?? 0) + 1;
  uses.set(text, count);
  if (count < MIN_USES) return undefined;
  uses.delete(text);
  const name = `s${createHash('sha256').update(text).digest('base64url').slice(0, 32)}`;
  names.set(text, name);
  return name;
}

/** The query, under a name by which PostgreSQL parses and plans it once a connection if it is sent often. */
export function prepare(text: string, values: unknown[]): pg.QueryConfig {
  const name = nameOf(text);
  return name === undefined ? { text, values } : { name, text, values };
}
