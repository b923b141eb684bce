import { badQuery, invalidRange, parseError, queryTooLong } from '../errors/request-errors.ts';
import { accept, atEnd, checkDepth, commaSeparated, expectEnd, open } from './cursor.ts';
import { DEEPEST_VALUE, nestingDepth } from './nesting.ts';
import { parseFilter, parseLogic } from './parse-condition.ts';
import { parseJsonPath, parseName } from './parse-field.ts';
import { parseOrder } from './parse-order.ts';
import { parseSelect } from './parse-select.ts';
import type { At, Field, Query } from './query.ts';

export const LONGEST_QUERY = 65_536;

const OPERATOR =
  /^(?:not\.)?(?:(?:eq|gte|gt|lte|lt|like|ilike|match|imatch)(?:\((?:any|all)\))?|neq|cs|cd|ov|sl|sr|nxr|nxl|adj|in|is|isdistinct|(?:fts|plfts|phfts|wfts)(?:\([^)]*\))?)\./;

const isArgument = (key: string, value: string): boolean =>
  !key.includes('.') && !OPERATOR.test(value);

/**
 * Parses a query string. With `takesArguments`, plain `name=value` pairs are function arguments;
 * otherwise they are an error, as a filter needs an operator.
 */
export function parseQuery(queryString: string, takesArguments: boolean): Query {
  if (queryString.length > LONGEST_QUERY) throw queryTooLong(LONGEST_QUERY);
  const pairs = [...new URLSearchParams(queryString)];
  checkEncoding(queryString, pairs);
  const query: Query = {
    select: [{ kind: 'star' }],
    hasSelect: false,
    conditions: [],
    orders: [],
    limits: [],
    offsets: [],
    columns: null,
    onConflict: null,
    args: [],
  };
  const seen = new Set<string>();
  const once = (key: string) => {
    if (seen.has(key)) throw badQuery(`The parameter '${key.slice(0, 100)}' is given twice`);
    seen.add(key);
  };
  for (const [key, value] of pairs) {
    // PostgreSQL's text type has no null character.
    if (`${key}${value}`.includes('\0')) throw badQuery('A parameter contains a null character');
    if (nestingDepth(value) > DEEPEST_VALUE) throw badQuery('A value is nested too deeply');
    readPair(query, { key, value, takesArguments, once });
  }
  return query;
}

/** Refuses invalid UTF-8, which would be read as U+FFFD and so as a different text. */
function checkEncoding(queryString: string, pairs: [string, string][]): void {
  const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0;
  const read = pairs.reduce((sum, pair) => sum + count(pair.join(''), /\uFFFD/g), 0);
  if (read > count(queryString, /\uFFFD|%EF%BF%BD/gi)) {
    throw badQuery('The query string is not valid UTF-8');
  }
}

function readPair(
  query: Query,
  {
    key,
    value,
    takesArguments,
    once,
  }: { key: string; value: string; takesArguments: boolean; once: (key: string) => void },
): void {
  switch (key) {
    // Not a filter: other hosts' gateways accept the key here too.
    case 'apikey':
      once(key);
      return;
    case 'select':
      once(key);
      query.select = parseSelect(value);
      query.hasSelect = true;
      return;
    case 'columns':
      once(key);
      query.columns = parseNames('columns parameter', value);
      return;
    case 'on_conflict':
      once(key);
      query.onConflict = parseNames('on_conflict parameter', value);
      return;
  }
  const word = /(?:^|\.)(not\.and|not\.or|and|or|order|limit|offset)$/.exec(key)?.[1];
  if (word === undefined) {
    if (takesArguments && isArgument(key, value)) {
      query.args.push([key, value]);
      return;
    }
    const { path, field } = parseKey(key);
    query.conditions.push({ path, value: parseFilter(field, value) });
    return;
  }
  const path = parsePath(key.slice(0, -word.length));
  const place = { path };
  switch (word) {
    case 'order':
      once(key);
      if (value !== '') query.orders.push({ ...place, value: parseOrder(value) });
      return;
    case 'limit':
      once(key);
      query.limits.push({ ...place, value: parseCount(key, value) });
      return;
    case 'offset':
      once(key);
      query.offsets.push({ ...place, value: parseCount(key, value) });
      return;
    default: {
      const negated = word.startsWith('not.');
      const kind = word.endsWith('and') ? 'and' : 'or';
      query.conditions.push({ ...place, value: parseLogic(kind, negated, value) });
    }
  }
}

function parseCount(key: string, text: string): number {
  if (/^-\d+$/.test(text)) {
    throw invalidRange(
      key.endsWith('limit')
        ? 'Limit should be greater than or equal to zero.'
        : 'Offset should be greater than or equal to zero.',
    );
  }
  const count = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(count)) {
    throw parseError({
      what: `${key.slice(0, 60)} parameter`,
      text,
      column: 1,
      details: 'expecting a whole number',
    });
  }
  return count;
}

function parseNames(what: string, text: string): string[] {
  const cursor = open(what, text);
  const names = commaSeparated(cursor, parseName);
  expectEnd(cursor, '","');
  return [...new Set(names)];
}

function parsePath(text: string): string[] {
  if (text === '') return [];
  const cursor = open('tree path', text);
  const path: string[] = [];
  while (!atEnd(cursor)) {
    path.push(parseName(cursor));
    checkDepth(cursor, path.length);
    if (!accept(cursor, '.')) expectEnd(cursor, 'delimiter (.)');
  }
  return path;
}

/** Parses `embed.column->json`: the last name is the column, the others the path of its node. */
function parseKey(key: string): At<null> & { field: Field } {
  const cursor = open('tree path', key);
  const names = [parseName(cursor)];
  while (accept(cursor, '.')) {
    names.push(parseName(cursor));
    checkDepth(cursor, names.length);
  }
  const path = parseJsonPath(cursor);
  expectEnd(cursor, 'delimiter (.), "->", "->>"');
  return { path: names.slice(0, -1), value: null, field: { name: names.at(-1)!, path } };
}
