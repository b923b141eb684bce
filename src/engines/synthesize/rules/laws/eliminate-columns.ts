import type { Relation } from './find-relations.ts';
import type { AmountSamples, Amounts } from './looked-at-amounts.ts';

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

/** Returns the columns of the basis that add up to a dependent one; null unless all factors are ±1. */
function termsOf(parts: readonly number[], basis: Basis): Relation | null {
  const open = [...parts];
  const relation: Relation = { places: [], factors: [] };
  for (let k = basis.length - 1; k >= 0; k--) {
    const { place, parts: own, length } = basis[k];
    const factor = open[k] / length;
    const whole = Math.round(factor);
    if (Math.abs(factor - whole) > INTEGER || Math.abs(whole) > 1) return null;
    if (whole === 0) continue;
    own.forEach((part, l) => {
      open[l] -= whole * part;
    });
    relation.places.push(place);
    relation.factors.push(whole > 0 ? 1 : -1);
  }
  return relation;
}

function relationsAt(numbers: readonly Amounts[], rows: readonly number[]): Relation[] {
  const basis: Basis = [];
  const relations: Relation[] = [];
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
    const terms = termsOf(parts, basis);
    if (terms === null || terms.places.length > MAX_TERMS) continue;
    relations.push({ places: [place, ...terms.places], factors: [-1, ...terms.factors] });
  }
  return relations;
}

/**
 * Returns columns that are sums of any number of others with factors of ±1, by Gram-Schmidt
 * elimination with reorthogonalization over a few rows, of which exceptions are rare; repeated with
 * other rows. Missing values exclude a column if a tenth of the rows has them.
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
  return Array.from({ length: TRIES }, (_, attempt) => {
    // A stride that is coprime to most lengths gives each try other rows.
    const own = Array.from(
      { length: size },
      (__, i) => usable[(attempt * size + i * 7919) % usable.length],
    );
    return relationsAt(some, [...new Set(own)]);
  })
    .flat()
    .map(({ places, factors }) => ({ places: places.map((place) => full[place]), factors }));
}
