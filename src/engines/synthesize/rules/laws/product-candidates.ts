import { type AmountLaw, type AmountTerm, roundAmount } from './amount-law.ts';
import {
  type AmountSamples,
  type Amounts,
  derivable,
  holdsIn,
  type SearchedAmounts,
  unitOf,
} from './looked-at-amounts.ts';
import {
  type Factor,
  forProductsOf,
  forProductsOfThree,
  forProductsOfTwo,
  forProductsWith,
  pairsOf,
  type Visit,
} from './product-lookups.ts';
import { rareChanges } from './rare-changes.ts';
import { digitsOf, namedScale, scalesOf, simplestScale } from './simplest-scale.ts';
import { probeSets } from './sorted-values.ts';

/** Maximum share of rows that an unrelated law would match; less for any constant. */
const MAX_BY_CHANCE = 0.5;
export const MAX_BY_CHANCE_OF_ANY = 0.1;
/** Minimum rows whose amounts tell a formula from chance. */
const MIN_TESTED = 20;
/** Minimum number of values of a column that any constant may explain; a round one explains fewer. */
const MIN_DISTINCT_OF_ANY = 20;
const MAX_DIGITS_OF_FEW = 2;
/** Units by which few values may differ: rounding to them would hide any formula. */
const EXACT = 1e-6;
const SETS = 6;
const SETS_OF_PART = 2;
/** Rounding error beyond which a change between two rows is no evidence. */
const MAX_TOLERANCE = 0.03;

/**
 * Returns true if a formula matches a column's values to some units, and rarely would those of
 * other rows.
 */
export function follows(
  own: Amounts,
  {
    rows,
    expected,
    byChance: most = MAX_BY_CHANCE,
    units = 1.01,
  }: { rows: number; expected: (row: number) => number; byChance?: number; units?: number },
) {
  const within = units * unitOf(own);
  // Programs round a half up, down or to even.
  const toUnit = (value: number) => (units < 1 ? value : roundAmount(value, own.decimals));
  const missesBy = (row: number) => own.values[row] - toUnit(expected(row));
  if (!holdsIn(rows, { missesBy, within })) return false;
  const half = rows >> 1;
  let tested = 0;
  let byChance = 0;
  for (let row = 0; row < rows; row++) {
    const value = expected(row);
    const other = own.values[(row + half) % rows];
    // Rows of 0 tell nothing: most loans are not behind.
    if (Number.isNaN(other - value) || (other === 0 && Math.abs(value) <= within)) continue;
    tested++;
    if (Math.abs(other - value) <= within) byChance++;
  }
  return tested >= MIN_TESTED && byChance < most * tested;
}

/** Returns a function that computes a product of columns in a row. */
const productOf =
  (numbers: readonly Amounts[], parts: readonly Factor[]) =>
  (row: number): number => {
    let product = 1;
    for (const { place, factor } of parts) {
      const value = numbers[place].values[row];
      product = factor < 0 ? product / value : product * value;
    }
    return product;
  };

/** Differences of logarithms between two rows: of a product they add up, whatever its constant. */
function changesAt(numbers: readonly Amounts[], [a, b]: readonly number[]): Float64Array {
  return Float64Array.from(numbers, ({ values }) => {
    const change = Math.log(Math.abs(values[a]) / Math.abs(values[b]));
    return Number.isFinite(change) && change !== 0 ? change : Number.NaN;
  });
}

function lawOf(
  own: Amounts,
  parts: readonly Factor[],
  { rows, numbers }: Pick<AmountSamples, 'rows' | 'numbers'>,
): AmountLaw | null {
  const product = productOf(numbers, parts);
  const { column, decimals } = own;
  const scales = scalesOf(own, product, rows);
  if (scales === null) return null;
  const law = (scale: number): AmountLaw => ({
    kind: 'product',
    column,
    decimals,
    terms: parts.map(
      ({ place, factor }): AmountTerm => ({ column: numbers[place].column, factor }),
    ),
    scale,
  });
  const named = namedScale(scales);
  const says = (scale: number) => (row: number) => scale * product(row);
  if (named !== null && parts.length > 1 && follows(own, { rows, expected: says(named) }))
    return law(named);
  if (parts.length > 2) return null;
  const isVaried = own.distinct >= MIN_DISTINCT_OF_ANY;
  const any = simplestScale(scales);
  if (!isVaried && (parts.length > 1 || any === null || digitsOf(any) > MAX_DIGITS_OF_FEW))
    return null;
  const byChance = isVaried ? MAX_BY_CHANCE_OF_ANY : MAX_BY_CHANCE;
  const isFollowed = (scale: number) =>
    follows(own, { rows, expected: says(scale), byChance, units: isVaried ? 0.51 : EXACT });
  return any !== null && any !== 1 && isFollowed(any) ? law(any) : null;
}

/** Returns true if the quotient of a column and a product is the same in one of a few sets of rows. */
function isSteady(
  own: Amounts,
  product: (row: number) => number,
  sets: readonly (readonly number[])[],
): boolean {
  const half = 0.51 * unitOf(own);
  return sets.some((set) => {
    let low = 0;
    let high = Number.POSITIVE_INFINITY;
    for (const row of set) {
      const value = Math.abs(own.values[row]);
      const size = Math.abs(product(row));
      if (!(size > 0) || Number.isNaN(value)) continue;
      low = Math.max(low, (value - half) / size);
      high = Math.min(high, (value + half) / size);
      if (low > high * (1 + 1e-9)) return false;
    }
    return true;
  });
}

/** Returns the rounding error of a column's change between two rows; NaN for a coarse one. */
function toleranceAt(own: Amounts, set: readonly number[]): number {
  const [a, b] = set.map((row) => Math.abs(own.values[row]));
  const within = 0.52 * unitOf(own) * (1 / a + 1 / b) + 1e-9;
  return own.varies && within <= MAX_TOLERANCE ? within : Number.NaN;
}

/**
 * Yields columns that are a constant share of another, or products and quotients of two or three
 * others times a constant. Looks up changes between two rows: O(columns²) pairs for each column.
 *
 * @param searched for a part of the rows, only products of two
 */
export function* productCandidates(
  samples: AmountSamples,
  searched: SearchedAmounts,
): Generator<AmountLaw> {
  const { rows, numbers } = samples;
  const { isWhole, only } = searched;
  const seen = new Set<string>();
  const own = numbers.findIndex(({ column }) => column === only);
  if (only !== undefined && own < 0) return;
  const few = probeSets(rows, { sets: 2, size: 3 });
  for (const amounts of derivable(samples, searched))
    for (const [place, other] of numbers.entries()) {
      if (other === amounts || !amounts.varies || !other.varies) continue;
      if (!isSteady(amounts, (row) => other.values[row], few)) continue;
      const law = lawOf(amounts, [{ place, factor: 1 }], samples);
      if (law !== null) yield law;
    }
  const lookups: { set: number[]; rare?: number }[] = [
    ...probeSets(rows, { sets: isWhole ? SETS : SETS_OF_PART, size: 2 }).map((set) => ({ set })),
    ...(isWhole ? rareChanges(samples) : []).flatMap(({ place, sets }) =>
      sets.map((set) => ({ set, rare: place })),
    ),
  ];
  for (const { set, rare } of lookups) {
    const changes = changesAt(numbers, set);
    const within = Float64Array.from(numbers, (own) => toleranceAt(own, set));
    const found: { own: number; parts: Factor[] }[] = [];
    const visit: Visit = (of, parts) => {
      if (isSteady(numbers[of], productOf(numbers, parts), few)) found.push({ own: of, parts });
    };
    if (rare !== undefined) forProductsWith(rare, changes, { within, visit });
    else if (only === undefined) {
      const pairs = pairsOf(changes);
      forProductsOfTwo(changes, pairs, { within, visit });
      if (isWhole) forProductsOfThree(changes, pairs, { within, visit });
    } else forProductsOf(own, changes, { within, visit });
    for (const { own: place, parts } of found) {
      const factors = parts.toSorted((x, y) => x.place - y.place);
      const key = `${place}=${factors.map((own) => own.place * own.factor).join()}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const law = lawOf(numbers[place], factors, samples);
      if (law !== null) yield law;
    }
  }
}
