import type { Relation } from './find-relations.ts';
import type { AmountSamples, Amounts } from './looked-at-amounts.ts';
import { findSubsetSums, MAX_COLUMNS } from './subset-sums.ts';

const TRIES = 5;
const SPARE_ROWS = 12;
const MAX_TERMS = 15;
/** Length of what is left of a dependent column, relative to its own. */
const DEPENDENT = 1e-9;
const INTEGER = 1e-6;

type Basis = { place: number; direction: Float64Array; parts: number[]; length: number }[];

/** Returns what is left of a column after those of the basis, and its parts along them. */
function leftOf(values: Float64Array, basis: Basis): { left: Float64Array; parts: number[] } {
  const left = values.slice();
  const parts: number[] = new Array(basis.length).fill(0);
  // The second pass removes rounding errors of the first.
  for (let pass = 0; pass < 2; pass++)
    basis.forEach(({ direction }, k) => {
      let dot = 0;
      for (let row = 0; row < left.length; row++) dot += left[row] * direction[row];
      for (let row = 0; row < left.length; row++) left[row] -= dot * direction[row];
      parts[k] += dot;
    });
  return { left, parts };
}

const lengthOf = (values: Float64Array) =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));

/** Columns of the basis that add up to a dependent one, with their factors. */
type Terms = { places: number[]; factors: number[] };

function termsOf(parts: readonly number[], basis: Basis): Terms {
  const open = [...parts];
  const terms: Terms = { places: [], factors: [] };
  for (let k = basis.length - 1; k >= 0; k--) {
    const { place, parts: own, length } = basis[k];
    const factor = open[k] / length;
    const nearest = Math.round(factor);
    const used = Math.abs(factor - nearest) > INTEGER ? factor : nearest;
    if (used === 0) continue;
    own.forEach((part, l) => {
      open[l] -= used * part;
    });
    terms.places.push(place);
    terms.factors.push(used);
  }
  return terms;
}

/** Sums with factors of ±1, and columns that depend on each other otherwise. */
type Dependent = { relations: Relation[]; tied: number[][] };

function dependentAt(numbers: readonly Amounts[], rows: readonly number[]): Dependent {
  const basis: Basis = [];
  const relations: Relation[] = [];
  const tied: number[][] = [];
  const bySize = Array.from(numbers.keys()).sort((a, b) => numbers[a].size - numbers[b].size);
  for (const place of bySize) {
    const values = Float64Array.from(rows, (row) => numbers[place].values[row]);
    const own = lengthOf(values);
    if (!(own > 0)) continue;
    const { left, parts } = leftOf(values, basis);
    const length = lengthOf(left);
    if (length > DEPENDENT * own) {
      const direction = left.map((value) => value / length);
      basis.push({ place, direction, parts, length });
      continue;
    }
    const { places, factors } = termsOf(parts, basis);
    if (!factors.every((factor) => Math.abs(factor) === 1)) tied.push([place, ...places]);
    else if (places.length <= MAX_TERMS)
      relations.push({
        places: [place, ...places],
        factors: [-1, ...factors.map((factor) => (factor > 0 ? (1 as const) : (-1 as const)))],
      });
  }
  return { relations, tied };
}

/** Joins groups that have a column in common. */
function joinGroups(groups: readonly number[][]): number[][] {
  return groups.reduce<number[][]>((joined, group) => {
    const meets = (other: readonly number[]) => other.some((place) => group.includes(place));
    const apart = joined.filter((other) => !meets(other));
    return [...apart, [...new Set([...group, ...joined.filter(meets).flat()])]];
  }, []);
}

/**
 * Returns columns that are sums of any number of others with factors of ±1, by Gram-Schmidt
 * elimination with reorthogonalization over a few rows, of which exceptions are rare; repeated with
 * other rows. Of columns that depend on each other by other factors, up to 18, all sums are tried.
 * Missing values exclude a column if a tenth of the rows has them.
 *
 * @param numbers sampled columns
 */
export function eliminateColumns({
  rows,
  numbers,
}: Pick<AmountSamples, 'rows' | 'numbers'>): Relation[] {
  const full = Array.from(numbers.keys()).filter(
    (i) => numbers[i].values.filter((value) => Number.isNaN(value)).length < rows / 10,
  );
  const some = full.map((i) => numbers[i]);
  const usable = Array.from({ length: rows }, (_, row) => row).filter((row) =>
    some.every(({ values }) => !Number.isNaN(values[row])),
  );
  const size = some.length + SPARE_ROWS;
  if (some.length < 3 || usable.length < size) return [];
  const tries = Array.from({ length: TRIES }, (_, attempt) => {
    // A stride that is coprime to most lengths gives each try other rows.
    const own = Array.from(
      { length: size },
      (__, i) => usable[(attempt * size + i * 7919) % usable.length],
    );
    return dependentAt(some, [...new Set(own)]);
  });
  const tied = joinGroups(tries.flatMap((found) => found.tied));
  const summed = tries.flatMap(({ relations }) => relations);
  return [
    ...new Map(summed.map((relation) => [relation.places.toSorted().join(), relation])).values(),
    ...tied
      .filter(({ length }) => length <= MAX_COLUMNS)
      .flatMap((places) => findSubsetSums({ rows, numbers: some }, places)),
  ].map(({ places, factors }) => ({ places: places.map((place) => full[place]), factors }));
}
