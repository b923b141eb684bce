import { affineCandidates } from './affine-candidates.ts';
import type { AmountCandidate, AmountLaw } from './amount-law.ts';
import { type AmountSamples, type SearchedAmounts, stepOf } from './looked-at-amounts.ts';
import { installmentCandidates, magnitudeCandidates } from './other-candidates.ts';
import { productCandidates } from './product-candidates.ts';
import { shareDigits, withShareTrees } from './share-trees.ts';
import { sumCandidates } from './sum-candidates.ts';

/**
 * Returns the amounts that follow from others in nearly all sampled rows, the most trusted first.
 *
 * @param options.isWhole false for a part of the rows: only sums of two and three and products of two
 * @param options.only column to derive, which takes O(columns) instead of O(columns²); all by default
 * @param options.holds reports whether a law holds in all rows
 */
export function amountCandidates(
  samples: AmountSamples,
  options: SearchedAmounts & { holds?: (law: AmountLaw) => boolean },
): AmountCandidate[] {
  const { holds = () => true } = options;
  const found = [
    ...magnitudeCandidates(samples, options),
    ...productCandidates(samples, options),
    ...affineCandidates(samples, options),
    ...(options.isWhole ? installmentCandidates(samples) : []),
  ].filter((law) => law.kind !== 'product' || law.terms.length > 1 || holds(law));
  // Of a share, two other columns that are proportional make a product of three as well.
  const shares = new Set(found.flatMap((law) => (isShare(law) ? [law.column] : [])));
  const others = found
    .filter((law) => termsOf(law) < MIN_TERMS_OF_SHARE || !shares.has(law.column))
    .map((law) => ({ law, isLargest: true }));
  const candidates = [...sumCandidates(samples, options), ...others];
  if (candidates.length === 0) return candidates;
  const sizes = new Map(samples.numbers.map(({ column, size }) => [column, size]));
  const sizeOf = ({ column }: AmountLaw) => sizes.get(column) ?? 0;
  const byColumn = new Map(samples.numbers.map((own) => [own.column, own]));
  const steps = (column: number) => stepOf(byColumn.get(column)!);
  return withShareTrees(candidates, steps).sort(
    (a, b) =>
      rankOf(a) - rankOf(b) ||
      termsOf(a.law) - termsOf(b.law) ||
      (rankOf(a) === OTHER_SUM ? 0 : sizeOf(a.law) - sizeOf(b.law)) ||
      shareDigits(a.law) - shareDigits(b.law),
  );
}

const OTHER_SUM = 4;
const MIN_TERMS_OF_SHARE = 3;

/**
 * Ranks candidates: exact formulas, then sums that derive their largest column, quotients, which
 * products imply, shares, which any two proportional columns imply, and the other sums, in the order
 * in which they are found: those of larger columns first.
 */
function rankOf({ law, isLargest }: AmountCandidate): number {
  if (law.kind === 'sum') return isLargest ? 1 : OTHER_SUM;
  if (law.kind !== 'product') return 0;
  if (law.terms.length === 1) return law.offset === undefined ? 3 : 3.5;
  return law.terms.some(({ factor }) => factor < 0) ? 2 : 0;
}

const isShare = (law: AmountLaw): boolean =>
  law.kind === 'product' && law.terms.length === 1 && law.offset === undefined;

const termsOf = (law: AmountLaw): number => ('terms' in law ? law.terms.length : 1);
