import { type AmountCandidate, sourcesOfAmounts } from './amount-law.ts';

const MAX_DIGITS = 8;
const PRECISION = 1e-9;

/** Returns the number of significant digits of a constant, or of its inverse and one. */
export function digitsOf(scale: number): number {
  const shortest = (value: number) => {
    for (let digits = 1; digits < MAX_DIGITS; digits++)
      if (Math.abs(Number(value.toPrecision(digits)) - value) <= PRECISION * Math.abs(value))
        return digits;
    return MAX_DIGITS;
  };
  return Math.min(shortest(scale), shortest(1 / scale) + 1);
}

/**
 * Leaves out constant shares that a sum and a simpler share imply. Of net, tax and gross, tax is a
 * round share of net; gross over the same constant is net only up to rounding, and not every gross
 * amount is a sum of the two.
 */
export function withoutImpliedShares(candidates: readonly AmountCandidate[]): AmountCandidate[] {
  const shares = candidates.flatMap((candidate) => {
    const { law } = candidate;
    if (law.kind !== 'product' || law.terms.length > 1) return [];
    const digits = digitsOf(law.scale) + (law.offset === undefined ? 0 : MAX_DIGITS);
    return [{ candidate, law, digits }];
  });
  const implied = new Set<AmountCandidate>();
  for (const { law } of candidates) {
    if (law.kind !== 'sum' || law.terms.length !== 2) continue;
    const sum = new Set([law.column, ...sourcesOfAmounts(law)]);
    const [, ...others] = shares
      .filter((share) => sum.has(share.law.column) && sum.has(share.law.terms[0].column))
      .sort((a, b) => a.digits - b.digits);
    for (const { candidate } of others) implied.add(candidate);
  }
  return candidates.filter((candidate) => !implied.has(candidate));
}
