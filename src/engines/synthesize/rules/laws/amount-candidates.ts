import { affineCandidates } from './affine-candidates.ts';
import type { AmountCandidate, AmountLaw } from './amount-law.ts';
import type { AmountSamples } from './looked-at-amounts.ts';
import { installmentCandidates, magnitudeCandidates } from './other-candidates.ts';
import { productCandidates } from './product-candidates.ts';
import { sumCandidates } from './sum-candidates.ts';
import { digitsOf, withoutImpliedShares } from './without-implied-shares.ts';

/**
 * Returns the amounts that follow from others in nearly all sampled rows, the most trusted first.
 *
 * @param options.isWhole false for a part of the rows: shares with a constant, and only sums of two and three and products of two
 */
export function amountCandidates(
  samples: AmountSamples,
  options: { isWhole: boolean } = { isWhole: true },
): AmountCandidate[] {
  const others = [
    ...magnitudeCandidates(samples),
    ...productCandidates(samples, options),
    ...(options.isWhole ? [] : affineCandidates(samples)),
    ...(options.isWhole ? installmentCandidates(samples) : []),
  ].map((law) => ({ law, isLargest: true }));
  const sizes = new Map(samples.numbers.map(({ column, size }) => [column, size]));
  const sizeOf = ({ column }: AmountLaw) => sizes.get(column) ?? 0;
  return withoutImpliedShares([...sumCandidates(samples, options), ...others]).sort(
    (a, b) =>
      rankOf(a) - rankOf(b) ||
      termsOf(a.law) - termsOf(b.law) ||
      sizeOf(a.law) - sizeOf(b.law) ||
      scaleDigitsOf(a.law) - scaleDigitsOf(b.law),
  );
}

/**
 * Ranks candidates: exact formulas, then sums that derive their largest column, quotients, which
 * products imply, shares, which any two proportional columns imply, and the other sums, those of
 * larger columns first.
 */
function rankOf({ law, isLargest }: AmountCandidate): number {
  if (law.kind === 'sum') return isLargest ? 1 : 4;
  if (law.kind !== 'product') return 0;
  if (law.terms.length === 1) return law.offset === undefined ? 3 : 3.5;
  return law.terms.some(({ factor }) => factor < 0) ? 2 : 0;
}

/** A round constant is more likely the rule than one that it implies. */
const scaleDigitsOf = (law: AmountLaw): number =>
  law.kind === 'product' ? digitsOf(law.scale) : 0;

const termsOf = (law: AmountLaw): number => ('terms' in law ? law.terms.length : 1);
