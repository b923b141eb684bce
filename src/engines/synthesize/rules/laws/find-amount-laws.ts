import type { Table } from '../../../table/table.ts';
import { reads } from '../dependencies.ts';
import { amountCandidates } from './amount-candidates.ts';
import type { AmountCandidate, AmountLaw } from './amount-law.ts';
import { type FoundLaw, sourcesOf } from './law.ts';
import { boundsOf } from './law-evidence.ts';
import type { AmountSamples } from './looked-at-amounts.ts';
import { productSums } from './product-sums.ts';
import { withRareTerms } from './rare-terms.ts';
import { ratioCandidates } from './ratio-candidates.ts';

const MIN_SHARE = 0.99;

/** Derived columns so far, with the columns that each reads; laws found are added. */
type Known = Map<number, readonly number[]>;

/** Returns the columns of a law, in order of their index: all laws of one sum have the same. */
const relationOf = (law: AmountLaw): string => [law.column, ...sourcesOf(law)].sort().join();

const isSumOfTwo = ({ law }: AmountCandidate): boolean =>
  law.kind === 'sum' && law.terms.length > 1;

/** Returns true for formulas that hardly follow from others by chance or by proportion. */
const isExact = ({ law }: AmountCandidate): boolean =>
  law.kind !== 'product' || (law.terms.length > 1 && law.terms.every(({ factor }) => factor > 0));

/** Returns true if nothing else derives a law's column, and no steady one follows from others. */
const isFree = (known: Known, law: AmountLaw, steady: ReadonlySet<number>): boolean => {
  const sources = sourcesOf(law);
  if (steady.has(law.column) && !sources.every((source) => steady.has(source))) return false;
  return !known.has(law.column) && !sources.some((source) => reads(known, source, law.column));
};

/**
 * Searches number columns derived from others: sums, products and quotients of two or three, annuity
 * payments, constant shares, and absolute amounts. A law must hold to one unit of the last decimal
 * in 99 % of the rows, at least 50, and be better than chance.
 *
 * @param samples columns that laws may derive or read
 * @param steady columns with one value for most of an entity's rows: a payment, not its principal
 * @returns searches to run in this order, other rules in between; none makes a circle
 */
export function amountLawSearch(
  table: Table,
  samples: AmountSamples,
  { threshold, steady }: { threshold: number; steady: ReadonlySet<number> },
) {
  const boundsIn = (law: AmountLaw) => boundsOf({ law }, table, { threshold, share: MIN_SHARE });
  const candidates = amountCandidates(samples, {
    isWhole: true,
    holds: (law) => boundsIn(law) !== null,
  });
  const numbers = samples.numbers.map(({ column }) => column);
  const readable = ({ column }: AmountLaw, known: Known) =>
    numbers.filter(
      (other) => !reads(known, other, column) && (!steady.has(column) || steady.has(other)),
    );
  const accept = (found: AmountLaw, known: Known): FoundLaw | null => {
    const law =
      found.kind === 'sum' && found.terms.length > 1
        ? withRareTerms(found, table, readable(found, known))
        : found;
    const bounds = boundsIn(law);
    if (bounds === null) return null;
    known.set(law.column, sourcesOf(law));
    return { law, ...bounds };
  };
  const acceptAll = (own: readonly AmountCandidate[], known: Known): FoundLaw[] =>
    own.flatMap(({ law }) => (isFree(known, law, steady) ? (accept(law, known) ?? []) : []));
  const sums = candidates.filter(isSumOfTwo);
  const others = candidates.filter((candidate) => !isSumOfTwo(candidate) && candidate.isLargest);
  return {
    /** Columns that are the largest of a sum, which derives them unless other rules do. */
    totals: new Set(sums.filter(({ isLargest }) => isLargest).map(({ law }) => law.column)),
    /** Columns that follow from another in all rows. */
    shared: new Set(others.map(({ law }) => law.column)),
    /** Equal columns, products, annuities and absolute amounts. */
    exact: (known: Known) => acceptAll(others.filter(isExact), known),
    /** Quotients and constant shares of columns that are no totals. */
    shares: (known: Known) =>
      acceptAll(
        others.filter((other) => !isExact(other)),
        known,
      ),
    sums: (known: Known) => resolveSums(sums, { known, steady, accept }),
    /** Products of two columns, and a third. */
    productSums: (known: Known) =>
      acceptAll(
        Array.from(productSums(samples, known), (law) => ({ law, isLargest: true })),
        known,
      ),
    /** Sums of two columns over a third. */
    ratios: (known: Known) =>
      acceptAll(
        Array.from(ratioCandidates(samples, known), (law) => ({ law, isLargest: true })),
        known,
      ),
    /** Returns the derived columns as they would be if the sums came next. */
    planned: (known: ReadonlyMap<number, readonly number[]>): Known => {
      const planned = new Map(known);
      const accept = (law: AmountLaw) => {
        planned.set(law.column, sourcesOf(law));
        return null;
      };
      resolveSums(sums, { known: planned, steady, accept });
      return planned;
    },
  };
}

/**
 * Chooses the column that each sum derives. A sum can derive any of its columns that no other rule
 * derives; short sums come first, of equal ones that with the fewest such columns. It takes the
 * largest, so that errors do not grow.
 */
function resolveSums(
  sums: readonly AmountCandidate[],
  {
    known,
    steady,
    accept,
  }: {
    known: Known;
    steady: ReadonlySet<number>;
    accept: (law: AmountLaw, known: Known) => FoundLaw | null;
  },
): FoundLaw[] {
  const relations = Map.groupBy(sums, ({ law }) => relationOf(law));
  const laws: FoundLaw[] = [];
  while (relations.size > 0) {
    const [{ key, free }] = [...relations]
      .map(([key, own]) => ({
        key,
        free: own.filter(({ law }) => isFree(known, law, steady)),
        terms: sourcesOf(own[0].law).length,
      }))
      .sort(
        (a, b) =>
          Number(a.free.length === 0) - Number(b.free.length === 0) ||
          a.terms - b.terms ||
          a.free.length - b.free.length,
      );
    relations.delete(key);
    const [best] = free;
    const law = best === undefined ? null : accept(best.law, known);
    if (law !== null) laws.push(law);
  }
  return laws;
}
