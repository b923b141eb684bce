import {
  accept,
  atEnd,
  type Cursor,
  checkDepth,
  commaSeparated,
  expect,
  expectEnd,
  fail,
  open,
  sees,
  skipBlank,
} from './cursor.ts';
import { parseField } from './parse-field.ts';
import { parseOperation, restOfText, valueInLogic } from './parse-operation.ts';
import type { Condition, Field, Filter } from './query.ts';

export function parseFilter(field: Field, text: string): Filter {
  const cursor = open('filter', text);
  const { negated, operation } = parseOperation(cursor, restOfText);
  if (!atEnd(cursor)) expectEnd(cursor, 'nothing more');
  return { kind: 'filter', field, negated, operation };
}

/** Parses the value of `and=`, `or=`, `not.and=` or `not.or=`: a list in parentheses. */
export function parseLogic(kind: 'and' | 'or', negated: boolean, text: string): Condition {
  const cursor = open('logic tree', text);
  skipBlank(cursor);
  const operands = parseOperands(cursor, 1);
  skipBlank(cursor);
  expectEnd(cursor, 'nothing more');
  return { kind, negated, operands };
}

function parseOperands(cursor: Cursor, depth: number): Condition[] {
  checkDepth(cursor, depth);
  expect(cursor, '(');
  const operands = commaSeparated(cursor, (at) => parseOperand(at, depth));
  expect(cursor, ')');
  return operands;
}

function parseOperand(cursor: Cursor, depth: number): Condition {
  const start = cursor.at;
  const negated = accept(cursor, 'not.');
  for (const kind of ['and', 'or'] as const) {
    const word = cursor.at;
    if (!accept(cursor, kind)) continue;
    skipBlank(cursor);
    if (sees(cursor, '(')) return { kind, negated, operands: parseOperands(cursor, depth + 1) };
    cursor.at = word;
  }
  cursor.at = start;
  const field = parseField(cursor);
  skipBlank(cursor);
  if (!accept(cursor, '.')) fail(cursor, 'delimiter (.)');
  return { kind: 'filter', field, ...parseOperation(cursor, valueInLogic) };
}
