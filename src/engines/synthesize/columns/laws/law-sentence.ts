import type { AmountTerm } from './amount-law.ts';
import type { Law } from './law.ts';

/** A fixed number of a product: times a whole number, divided by one, or in decimals. */
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
  // What is added or multiplied by comes first.
  terms
    .toSorted((a, b) => b.factor - a.factor)
    .map(({ column, factor }, i) => {
      const sign = signs[factor > 0 ? 0 : 1];
      return i === 0 && factor > 0 ? nameOf(column) : `${sign} ${nameOf(column)}`;
    })
    .join(' ');

/** What a law says, for people. */
export function lawSentence(law: Law, nameOf: (column: number) => string): string {
  const own = nameOf(law.column);
  if (law.kind === 'completed')
    return `${own} is the years completed from ${nameOf(law.since)} to ${nameOf(law.until)}`;
  if (law.kind === 'birthday')
    return law.until < 0
      ? `${own} follows from ${nameOf(law.years)}`
      : `${own} lies ${nameOf(law.years)} years before ${nameOf(law.until)}`;
  if (law.kind === 'installment')
    return `${own} pays off ${nameOf(law.amount)} at ${nameOf(law.rate)} in ${nameOf(law.payments)}`;
  if (law.kind === 'magnitude') return `${own} = |${nameOf(law.of)}|`;
  if (law.kind === 'product')
    return `${own} = ${joined(law.terms, ['×', '/'], nameOf)}${scaleSign(law.scale)}`;
  if (law.kind === 'sum' && law.terms.length > 1)
    return `${own} = ${joined(law.terms, ['+', '−'], nameOf)}`;
  const parts = law.terms.map(({ column }) => nameOf(column));
  return `${own} follows from ${parts.join(' and ')}`;
}
