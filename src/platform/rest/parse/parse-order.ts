import { badQuery } from '../errors/request-errors.ts';
import {
  accept,
  type Cursor,
  commaSeparated,
  expect,
  expectEnd,
  fail,
  next,
  open,
} from './cursor.ts';
import { parseField, parseJsonPath, parseName } from './parse-field.ts';
import type { Field, OrderTerm } from './query.ts';

const MAX_TERMS = 50;

/** Parses `order=`: `name.desc.nullslast`, `data->age`, `client(name).asc`. */
export function parseOrder(text: string): OrderTerm[] {
  const cursor = open('order', text);
  const terms = commaSeparated(cursor, parseTerm);
  expectEnd(cursor, '","');
  if (terms.length > MAX_TERMS) {
    throw badQuery('The order has too many terms', `At most ${MAX_TERMS}.`);
  }
  return terms;
}

function parseTerm(cursor: Cursor): OrderTerm {
  const name = parseName(cursor);
  let relation: string | null = null;
  let field: Field;
  if (accept(cursor, '(')) {
    relation = name;
    field = parseField(cursor);
    expect(cursor, ')');
  } else {
    field = { name, path: parseJsonPath(cursor) };
  }
  const direction = accept(cursor, '.asc') ? 'asc' : accept(cursor, '.desc') ? 'desc' : null;
  const nulls = accept(cursor, '.nullsfirst')
    ? 'first'
    : accept(cursor, '.nullslast')
      ? 'last'
      : null;
  if (!/^[,\s]?$/.test(next(cursor))) {
    fail(
      cursor,
      direction ? '"nullsfirst" or "nullslast"' : '"asc", "desc", "nullsfirst" or "nullslast"',
    );
  }
  return { relation, field, direction, nulls };
}
