import type { Column } from '../../../table/table.ts';
import type { ColumnOrder } from '../column-orders.ts';
import type { Condition } from '../derived/condition.ts';
import type { Cap, Case } from '../derived/derived-column.ts';
import type { Formula, StepUnit } from '../derived/formula.ts';
import { formulaOf, parseSum } from './expression.ts';
import { type Scanner, scannerOf } from './scanner.ts';

/** Declared rule: a case of a column, or an order of two columns. */
export type DeclaredRule =
  | { kind: 'case'; column: number; rule: Case }
  | { kind: 'order'; order: ColumnOrder };

type Columns = readonly Column[];

const KINDS = { number: 'a number', datetime: 'a date', category: 'a word' };

function columnFrom(scanner: Scanner, columns: Columns, ...kinds: Column['kind'][]): number {
  const column = scanner.column();
  if (column === null) throw scanner.error('expected a column');
  const { kind, name } = columns[column]!;
  if (kinds.length > 0 && !kinds.includes(kind))
    throw scanner.error(
      `expected ${kinds.map((own) => KINDS[own]).join(' or ')}, but ${name} is ${KINDS[kind]}`,
    );
  return column;
}

function numberFrom(scanner: Scanner): number {
  const sign = scanner.take('-', '−') ? -1 : 1;
  const number = scanner.number();
  if (number === null) throw scanner.error('expected a number');
  return sign * number;
}

type Bounded = Pick<Case, 'formula' | 'low' | 'high'>;

/** Parses `min(max(0, claimed − deductible), limit)`, with a bound at either place. */
function parseBounded(scanner: Scanner, columns: Columns): Bounded {
  const isMax = scanner.take('max(', 'max (');
  if (!isMax && !scanner.take('min(', 'min (')) return { formula: parseFormula(scanner) };
  const first = parseBounded(scanner, columns);
  scanner.expect(',');
  const second = parseBounded(scanner, columns);
  scanner.expect(')');
  const capOf = ({ formula, low, high }: Bounded): Cap | null => {
    if (low !== undefined || high !== undefined) return null;
    if (formula.kind === 'constant') return { value: formula.value };
    if (isMax || formula.kind !== 'sum' || formula.terms.length > 1) return null;
    return formula.terms[0]!.factor > 0 ? { column: formula.terms[0]!.column } : null;
  };
  const found = [
    { cap: capOf(second), of: first },
    { cap: capOf(first), of: second },
  ].find(({ cap, of }) => cap !== null && (isMax ? of.low : of.high) === undefined);
  if (found === undefined)
    throw scanner.error(`expected ${isMax ? 'a number' : 'a number or a column'} as one bound`);
  const { cap, of } = found as { cap: Cap; of: Bounded };
  if (!isMax) return { ...of, high: cap };
  if (of.high !== undefined) throw scanner.error('expected max inside of min');
  return { ...of, low: (cap as { value: number }).value };
}

function parseFormula(scanner: Scanner): Formula {
  if (scanner.take('|')) {
    const of = scanner.column();
    if (of === null) throw scanner.error('expected a column');
    scanner.expect('|');
    return { kind: 'magnitude', of };
  }
  const formula = formulaOf(parseSum(scanner));
  if (formula === null)
    throw scanner.error(
      'expected a sum of columns, or a product of up to four columns and a constant, plus a constant or a column',
    );
  return formula;
}

const UNITS: [words: string[], unit: StepUnit][] = [
  [['business days', 'business day'], 'business days'],
  [['days', 'day'], 'days'],
  [['weeks', 'week'], 'weeks'],
  [['years', 'year'], 'years'],
  [['months', 'month'], 'months'],
];

/** Parses `empty`, `30 days after opened`, or `terms days after invoiced`. */
function parseState(scanner: Scanner, columns: Columns): Formula {
  if (scanner.take('empty')) return { kind: 'empty' };
  const number = scanner.number();
  const steps = number ?? { column: columnFrom(scanner, columns, 'number', 'category') };
  const unit = UNITS.find(([words]) => scanner.take(...words))?.[1];
  if (unit === undefined)
    throw scanner.error('expected days, business days, weeks, months or years');
  scanner.expect('after');
  return { kind: 'later', from: columnFrom(scanner, columns, 'datetime'), unit, steps };
}

function parseWords(scanner: Scanner, column: number, own: Column): Condition {
  if (own.kind === 'datetime')
    throw scanner.error(`expected a word or number, but ${own.name} is a date`);
  const words: string[] = [];
  do {
    const word = own.kind === 'number' ? String(numberFrom(scanner)) : scanner.word(own.dictionary);
    if (word === null) {
      const some = own.kind === 'category' ? own.dictionary.slice(0, 8).join(', ') : '';
      throw scanner.error(`expected a value of ${own.name} (${some})`);
    }
    words.push(word);
  } while (scanner.take(',') || scanner.take('or'));
  return { column, words };
}

function parseCondition(scanner: Scanner, columns: Columns): Condition {
  const least = scanner.column();
  if (least === null) {
    const above = scanner.number();
    if (above === null) throw scanner.error('expected a column');
    scanner.expect('<');
    const column = columnFrom(scanner, columns, 'number');
    if (!scanner.take('≤', '<=')) throw scanner.error('expected "≤"');
    return { column, above, upTo: numberFrom(scanner) };
  }
  const own = columns[least]!;
  const unit = own.kind === 'number' ? 10 ** -own.decimals : 1;
  const below = (value: number) => Number((value - unit).toFixed(10));
  const bounds = [
    [['≤', '<='], (upTo: number) => ({ upTo })],
    [['≥', '>='], (from: number) => ({ above: below(from) })],
    [['<'], (from: number) => ({ upTo: below(from) })],
    [['>'], (above: number) => ({ above })],
  ] as const;
  for (const [signs, conditionOf] of bounds) {
    if (!scanner.take(...signs)) continue;
    if (own.kind !== 'number')
      throw scanner.error(`expected "is", since ${own.name} is no number,`);
    return { column: least, ...conditionOf(numberFrom(scanner)) };
  }
  if (!scanner.take('is', '=')) throw scanner.error('expected "is", "≤" or ">"');
  return parseWords(scanner, least, own);
}

/** Parses conditions up to the end: `where status is open and days > 30`, or none. */
export function parseConditions(scanner: Scanner, columns: Columns): Condition[] {
  const where: Condition[] = [];
  if (scanner.take('where'))
    do where.push(parseCondition(scanner, columns));
    while (scanner.take('and'));
  if (!scanner.isAtEnd())
    throw scanner.error(where.length === 0 ? 'expected "where"' : 'expected "and"');
  return where;
}

/** Parses `paid is never above claimed`; null if the rule is of another kind. */
function parseOrder(scanner: Scanner, columns: Columns, column: number): DeclaredRule | null {
  const { kind } = columns[column]!;
  const isAbove = scanner.take('is never above', '≤', '<=');
  if (!isAbove && !scanner.take('is never before', 'is never below', '≥', '>=')) return null;
  const other = columnFrom(scanner, columns, kind === 'category' ? 'number' : kind);
  if (!scanner.isAtEnd()) throw scanner.error('expected the end');
  const [low, high] = isAbove ? [column, other] : [other, column];
  if (kind === 'category' || low === high) throw scanner.error('expected two numbers or dates');
  return { kind: 'order', order: { low, high } };
}

/**
 * Parses a rule as `sandbox fit` prints it: `paid = max(0, claimed - deductible) where status is
 * closed`, `due is 30 days after invoiced`, `closed_on is empty where status is open`, `paid is
 * never above claimed`. ASCII signs may replace × − ≤ ≥.
 *
 * @throws RuleRefused
 */
export function parseRule(text: string, columns: Columns): DeclaredRule {
  const scanner = scannerOf(text, columns);
  const column = columnFrom(scanner, columns);
  const order = parseOrder(scanner, columns, column);
  if (order !== null) return order;
  const { kind, name } = columns[column]!;
  const isState = scanner.take('is');
  if (!isState && !scanner.take('=')) throw scanner.error('expected "=" or "is"');
  const bounded = isState
    ? { formula: parseState(scanner, columns) }
    : parseBounded(scanner, columns);
  const { formula } = bounded;
  if (formula.kind !== 'empty' && kind !== (formula.kind === 'later' ? 'datetime' : 'number'))
    throw scanner.error(`expected another formula, since ${name} is ${KINDS[kind]},`);
  return {
    kind: 'case',
    column,
    rule: { where: parseConditions(scanner, columns), ...bounded, share: 1 },
  };
}
