import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Limit of prepared statements: each connection stores all plans, some ten kilobytes each. */
const MAX_STATEMENTS = 128;
/** Uses within an hour that make a statement worth preparing. */
const MIN_USES = 5;
const WINDOW_MILLISECONDS = 3_600_000;

const names = new Map<string, string>();
const uses = new Map<string, number>();
let windowBegan = Date.now();

function nameOf(text: string): string | undefined {
  const cached = names.get(text);
  if (cached !== undefined || names.size >= MAX_STATEMENTS) return cached;
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

/** Returns the query, named if it is frequent, so that PostgreSQL plans it once per connection. */
export function prepare(text: string, values: unknown[]): pg.QueryConfig {
  const name = nameOf(text);
  return name === undefined ? { text, values } : { name, text, values };
}
