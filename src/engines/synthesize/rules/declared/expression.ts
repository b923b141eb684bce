import type { AmountFormula } from '../laws/amount-law.ts';
import type { Scanner } from './scanner.ts';

/** Product of columns, with the power of each, times a constant. */
type Monomial = { factor: number; powers: ReadonlyMap<number, number> };

/** Sum of products; a constant has no columns. */
export type Expression = readonly Monomial[];

const keyOf = ({ powers }: Monomial) => [...powers].sort(([a], [b]) => a - b).join(';');

const constant = (value: number): Expression => [{ factor: value, powers: new Map() }];
const columnOf = (column: number): Expression => [{ factor: 1, powers: new Map([[column, 1]]) }];

function add(a: Expression, b: Expression, sign: 1 | -1): Expression {
  const sums = new Map(a.map((part) => [keyOf(part), part]));
  for (const part of b) {
    const before = sums.get(keyOf(part))?.factor ?? 0;
    sums.set(keyOf(part), { ...part, factor: before + sign * part.factor });
  }
  return [...sums.values()].filter(({ factor }) => factor !== 0);
}

function timesPart(a: Monomial, b: Monomial): Monomial {
  const powers = new Map(a.powers);
  for (const [column, power] of b.powers) powers.set(column, (powers.get(column) ?? 0) + power);
  for (const [column, power] of powers) if (power === 0) powers.delete(column);
  // Constants of rates have few digits: 0.19 × 1200 is 228.
  return { factor: Number((a.factor * b.factor).toPrecision(12)), powers };
}

const times = (a: Expression, b: Expression): Expression =>
  a
    .flatMap((left) => b.map((right) => timesPart(left, right)))
    .reduce<Expression>((sum, part) => add(sum, [part], 1), []);

function over(a: Expression, b: Expression, scanner: Scanner): Expression {
  const [by, ...others] = b;
  if (by === undefined || others.length > 0) throw scanner.error('a sum cannot divide');
  const powers = new Map([...by.powers].map(([column, power]) => [column, -power]));
  return times(a, [{ factor: 1 / by.factor, powers }]);
}

function parseAtom(scanner: Scanner): Expression {
  if (scanner.take('(')) {
    const inner = parseSum(scanner);
    scanner.expect(')');
    return inner;
  }
  if (scanner.take('-', '−')) return times(constant(-1), parseAtom(scanner));
  const column = scanner.column();
  if (column !== null) return columnOf(column);
  const number = scanner.number();
  if (number === null) throw scanner.error('expected a column or a number');
  return scanner.take('%') ? constant(number / 100) : constant(number);
}

function parseProduct(scanner: Scanner): Expression {
  let product = parseAtom(scanner);
  for (;;) {
    if (scanner.take('×', '*', '·')) product = times(product, parseAtom(scanner));
    else if (scanner.take('/')) product = over(product, parseAtom(scanner), scanner);
    else return product;
  }
}

/** Parses a sum of products of columns and constants. */
export function parseSum(scanner: Scanner): Expression {
  let sum = parseProduct(scanner);
  for (;;) {
    if (scanner.take('+')) sum = add(sum, parseProduct(scanner), 1);
    else if (scanner.take('-', '−')) sum = add(sum, parseProduct(scanner), -1);
    else return sum;
  }
}

/** Returns a sum of columns over another; null for other parts. */
function ratioOf(parts: readonly Monomial[], offset: number): AmountFormula | null {
  const scale = Math.abs(parts[0]!.factor);
  const divisors = parts.map(({ powers }) => [...powers].find(([, power]) => power === -1)?.[0]);
  const by = divisors[0];
  const isRatio = parts.every(
    ({ factor, powers }, i) =>
      Math.abs(factor) === scale && powers.size === 2 && divisors[i] === by,
  );
  if (by === undefined || offset !== 0 || !isRatio) return null;
  const terms = parts.flatMap(({ factor, powers }) =>
    [...powers].flatMap(([column, power]) =>
      power === 1 ? [{ column, factor: factor > 0 ? (1 as const) : (-1 as const) }] : [],
    ),
  );
  return terms.length === parts.length ? { kind: 'ratio', terms, by, scale } : null;
}

/** Returns the formula of an expression; null if it is of no form that models have. */
export function formulaOf(
  expression: Expression,
): AmountFormula | { kind: 'constant'; value: number } | null {
  const parts = expression.filter(({ powers }) => powers.size > 0);
  const offset = expression.find(({ powers }) => powers.size === 0)?.factor ?? 0;
  if (parts.length === 0) return { kind: 'constant', value: offset };
  const isTerm = ({ factor, powers }: Monomial) =>
    Math.abs(factor) === 1 && powers.size === 1 && [...powers.values()][0] === 1;
  const added = parts.filter(isTerm);
  const isPlus = parts.length === 2 && added.length === 1 && added[0]!.factor > 0;
  const plus = isPlus ? added[0] : undefined;
  const isSum = parts.length > 1 ? plus === undefined : offset === 0 && isTerm(parts[0]!);
  const ratio = isSum ? ratioOf(parts, offset) : null;
  if (ratio !== null) return ratio;
  if (isSum) {
    if (offset !== 0 || !parts.every(isTerm)) return null;
    const terms = parts.map(({ factor, powers }) => ({
      column: [...powers.keys()][0]!,
      factor: factor > 0 ? (1 as const) : (-1 as const),
    }));
    return { kind: 'sum', terms };
  }
  const [{ factor, powers }] = parts.filter((part) => part !== plus) as [Monomial];
  const terms = [...powers].flatMap(([column, power]) =>
    Array.from({ length: Math.abs(power) }, () => ({
      column,
      factor: power > 0 ? (1 as const) : (-1 as const),
    })),
  );
  if (terms.length > 4) return null;
  return {
    kind: 'product',
    terms,
    scale: factor,
    ...(offset !== 0 && { offset }),
    ...(plus !== undefined && { plus: [...plus.powers.keys()][0]! }),
  };
}
