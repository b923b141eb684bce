import { badQuery } from '../errors/request-errors.ts';
import {
  accept,
  type Cursor,
  checkDepth,
  commaSeparated,
  expect,
  expectEnd,
  fail,
  match,
  next,
  open,
  sees,
  skipBlank,
} from './cursor.ts';
import { parseJsonPath, parseName } from './parse-field.ts';
import { AGGREGATES, type Aggregate, type EmbedItem, type SelectItem } from './query.ts';

const TYPE = /[\p{L}_][\p{L}\p{N}_ ]*(?:\[\])?/uy;
const AGGREGATE = new RegExp(`\\.(?:${AGGREGATES.join('|')})\\(\\)`, 'y');

/** PostgreSQL returns at most 1664 columns; each embed adds a join to plan. */
const MAX = { items: 1000, embeds: 50 };

function countItems(items: SelectItem[]): { items: number; embeds: number } {
  const count = { items: items.length, embeds: 0 };
  for (const item of items) {
    if (item.kind !== 'embed') continue;
    const inner = countItems(item.items);
    count.items += inner.items;
    count.embeds += 1 + inner.embeds;
  }
  return count;
}

export function parseSelect(text: string): SelectItem[] {
  if (text.trim() === '') return [];
  const cursor = open('select parameter', text);
  const items = parseItems(cursor, 1);
  expectEnd(cursor, '","');
  const count = countItems(items);
  if (count.items > MAX.items || count.embeds > MAX.embeds) {
    throw badQuery(
      'The select parameter has too many items',
      `At most ${MAX.items} items, of them ${MAX.embeds} embedded resources.`,
    );
  }
  return items;
}

function parseItems(cursor: Cursor, depth: number): SelectItem[] {
  checkDepth(cursor, depth);
  return commaSeparated(cursor, (at) => parseItem(at, depth));
}

function parseItem(cursor: Cursor, depth: number): SelectItem {
  if (accept(cursor, '...'))
    return parseEmbed(cursor, { target: parseName(cursor), alias: null, spread: true, depth });
  if (accept(cursor, '*')) return { kind: 'star' };
  let name = parseName(cursor);
  let alias: string | null = null;
  skipBlank(cursor);
  if (sees(cursor, ':') && !sees(cursor, '::')) {
    expect(cursor, ':');
    skipBlank(cursor);
    alias = name;
    name = parseName(cursor);
  }
  skipBlank(cursor);
  if (name === 'count' && accept(cursor, '()')) {
    const aggregate: Aggregate = { name: 'count', cast: parseCast(cursor) };
    return { kind: 'field', field: null, alias, cast: null, aggregate };
  }
  if (next(cursor) === '(' || next(cursor) === '!') {
    return parseEmbed(cursor, { target: name, alias, spread: false, depth });
  }
  const field = { name, path: parseJsonPath(cursor) };
  const cast = parseCast(cursor);
  const aggregate = parseAggregate(cursor);
  skipBlank(cursor);
  if (next(cursor) !== '' && next(cursor) !== ',' && next(cursor) !== ')') {
    fail(cursor, 'letter, digit, "-", "->>", "->", "::", ")", ","');
  }
  return { kind: 'field', field, alias, cast, aggregate };
}

function parseCast(cursor: Cursor): string | null {
  if (!accept(cursor, '::')) return null;
  const type = match(cursor, TYPE);
  return type === null ? fail(cursor, 'letter or digit') : type.trim();
}

function parseAggregate(cursor: Cursor): Aggregate | null {
  const call = match(cursor, AGGREGATE);
  if (call === null) return null;
  return { name: call.slice(1, -2) as Aggregate['name'], cast: parseCast(cursor) };
}

function parseEmbed(
  cursor: Cursor,
  {
    target,
    alias,
    spread,
    depth,
  }: { target: string; alias: string | null; spread: boolean; depth: number },
): EmbedItem {
  let hint: string | null = null;
  let join: EmbedItem['join'] | null = null;
  while (accept(cursor, '!')) {
    const word = parseName(cursor);
    if (word === 'inner' || word === 'left') {
      if (join !== null) fail(cursor, 'one join type');
      join = word;
    } else {
      if (hint !== null) fail(cursor, 'one hint');
      hint = word;
    }
  }
  skipBlank(cursor);
  expect(cursor, '(');
  skipBlank(cursor);
  const items = next(cursor) === ')' ? [] : parseItems(cursor, depth + 1);
  expect(cursor, ')');
  return { kind: 'embed', target, alias, hint, join: join ?? 'left', spread, items };
}
