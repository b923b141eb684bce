import type { AmountTerm } from './amount-law.ts';
import type { Law } from './law.ts';

/** Formats the constant of a product: an integer factor, an integer divisor, or decimals. */
function scaleSign(scale: number): string {
  if (scale === 1) return '';
  const part = Math.round(1 / scale);
  return scale < 1 && Math.abs(part * scale - 1) < 1e-9 ? ` / ${part}` : ` × ${scale}`;
}

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

export function lawSentence(law: Law, nameOf: (column: number) => string): string {
  const own = nameOf(law.column);
  if (law.kind === 'completed')
    return `${own} is the number of completed years from ${nameOf(law.since)} to ${nameOf(law.until)}`;
  if (law.kind === 'birthday')
    return law.until < 0
      ? `${own} is derived from ${nameOf(law.years)}`
      : `${own} is ${nameOf(law.years)} years before ${nameOf(law.until)}`;
  if (law.kind === 'installment')
    return `${own} repays ${nameOf(law.amount)} at ${nameOf(law.rate)} in ${nameOf(law.payments)}`;
  if (law.kind === 'magnitude') return `${own} = |${nameOf(law.of)}|`;
  if (law.kind === 'product')
    return `${own} = ${joined(law.terms, ['×', '/'], nameOf)}${scaleSign(law.scale)}`;
  if (law.kind === 'sum' && law.terms.length > 1)
    return `${own} = ${joined(law.terms, ['+', '−'], nameOf)}`;
  const parts = law.terms.map(({ column }) => nameOf(column));
  return `${own} is derived from ${parts.join(' and ')}`;
}
