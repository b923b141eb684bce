import type { AmountFormula, AmountTerm } from './amount-law.ts';
import type { Law } from './law.ts';
import { remainingText } from './remaining-law.ts';

/** Formats the constant of a product: an integer factor, an integer divisor, or decimals. */
function scaleSign(scale: number, terms: number): string {
  if (scale === 1) return '';
  if (isShort(scale) && (scale > 0.01 || terms < 2)) return ` × ${scale}`;
  const divisor =
    DIVISORS.find((part) => Math.abs(scale * part - 1) < 1e-9) ??
    DIVISORS.find((part) => isShort(scale * part));
  if (divisor !== undefined) {
    const factor = Number((scale * divisor).toPrecision(MAX_DIGITS));
    return `${factor === 1 ? '' : ` × ${factor}`} / ${divisor}`;
  }
  const inverse = Number((1 / scale).toPrecision(MAX_DIGITS + 1));
  return Math.abs(inverse * scale - 1) < 1e-9 ? ` / ${inverse}` : ` × ${scale}`;
}

const offsetSign = (offset = 0): string =>
  offset === 0 ? '' : ` ${offset > 0 ? '+' : '−'} ${Math.abs(offset)}`;

const MAX_DIGITS = 5;
/** Divisors of a percentage, of parts of a year, and of both. */
const DIVISORS = [100, 1000, 12, 360, 365, 1200, 36_000, 36_500];

const isShort = (value: number): boolean =>
  Math.abs(Number(value.toPrecision(MAX_DIGITS)) / value - 1) < 1e-12;

const joined = (
  terms: readonly AmountTerm[],
  signs: readonly [string, string],
  nameOf: (column: number) => string,
) =>
  // Added terms and factors come first.
  terms
    .toSorted((a, b) => b.factor - a.factor)
    .map(({ column, factor }, i) => {
      const sign = signs[factor > 0 ? 0 : 1];
      return i === 0 && factor > 0 ? nameOf(column) : `${sign} ${nameOf(column)}`;
    })
    .join(' ');

/** Formats an amount of other columns as a formula. */
export function amountText(formula: AmountFormula, nameOf: (column: number) => string): string {
  if (formula.kind === 'magnitude') return `|${nameOf(formula.of)}|`;
  if (formula.kind === 'installment')
    return `installment of ${nameOf(formula.amount)} at ${nameOf(formula.rate)} in ${nameOf(formula.payments)}`;
  if (formula.kind === 'sum') return joined(formula.terms, ['+', '−'], nameOf);
  if (formula.kind === 'ratio')
    return `(${joined(formula.terms, ['+', '−'], nameOf)}) / ${nameOf(formula.by)}${scaleSign(formula.scale, 1)}`;
  const { terms, scale, offset, plus } = formula;
  const added = plus === undefined ? '' : ` + ${nameOf(plus)}`;
  return `${joined(terms, ['×', '/'], nameOf)}${scaleSign(scale, terms.length)}${offsetSign(offset)}${added}`;
}

export function lawSentence(law: Law, nameOf: (column: number) => string): string {
  const own = nameOf(law.column);
  if (law.kind === 'completed')
    return `${own} is the number of completed years from ${nameOf(law.since)} to ${nameOf(law.until)}`;
  if (law.kind === 'birthday')
    return law.until < 0
      ? `${own} is derived from ${nameOf(law.years)}`
      : `${own} is ${nameOf(law.years)} years before ${nameOf(law.until)}`;
  if (law.kind === 'remaining') return `${own} is ${remainingText(law, nameOf)}`;
  if (law.kind === 'installment')
    return `${own} repays ${nameOf(law.amount)} at ${nameOf(law.rate)} in ${nameOf(law.payments)}`;
  if (law.kind === 'magnitude' || law.kind === 'product' || law.kind === 'ratio')
    return `${own} = ${amountText(law, nameOf)}`;
  if (law.kind === 'sum' && law.terms.length > 1) return `${own} = ${amountText(law, nameOf)}`;
  const parts = law.terms.map(({ column }) => nameOf(column));
  return `${own} is derived from ${parts.join(' and ')}`;
}
