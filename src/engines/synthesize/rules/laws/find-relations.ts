import { firstNotBelow } from '../../../table/search-sorted.ts';
import { type AmountSamples, type Amounts, decimalsOf } from './looked-at-amounts.ts';
import { forNear, probeSets, sortValues } from './sorted-values.ts';

/** Columns, as indexes into the sampled numbers, whose values times ±1 may add up to zero. */
export type Relation = { places: number[]; factors: (1 | -1)[] };

const SETS = 4;
/** Weights of three rows: a sum of columns is found by one number, as the weighting is linear. */
const WEIGHTS = [1, Math.SQRT2, Math.sqrt(3)];
/** Maximum number of columns for which five are compared; more of them are found by elimination. */
const MAX_FOR_FIVE = 64;
/** Pairs of columns with equal sums; more of them are no evidence. */
const MAX_ALIKE = 24;
const PRECISION = 1e-11;

/** Maximum number of columns for which sums of three are one of them. */
const MAX_FOR_FOUR_OF_ONE = 64;

type Pairs = { sums: Float64Array; first: Uint16Array; second: Uint16Array; factor: Int8Array };

/** Returns sums and differences of two columns, one of them `only` if it is given. */
function pairsOf(probes: Float64Array, only = -1): Pairs {
  const n = probes.length;
  const count = only < 0 ? n * (n - 1) : 2 * (n - 1);
  const sums = new Float64Array(count);
  const first = new Uint16Array(count);
  const second = new Uint16Array(count);
  const factor = new Int8Array(count);
  let at = 0;
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++) {
      if (only >= 0 && i !== only && j !== only) continue;
      for (const sign of [1, -1]) {
        sums[at] = probes[i] + sign * probes[j];
        first[at] = i;
        second[at] = j;
        factor[at++] = sign;
      }
    }
  return { sums, first, second, factor };
}

/** Returns the weighted sum of each column at some rows; NaN for a missing one or zero. */
export function probesOf(numbers: readonly Amounts[], rows: readonly number[]): Float64Array {
  return Float64Array.from(numbers, ({ values }) => {
    let sum = 0;
    for (let i = 0; i < rows.length; i++) sum += WEIGHTS[i] * values[rows[i]];
    return sum === 0 ? Number.NaN : sum;
  });
}

type Add = (relation: [place: number, factor: number][]) => void;

function relationsOfThree(probes: Float64Array, pairs: Pairs, within: number, add: Add): void {
  const sorted = sortValues(probes.map(Math.abs));
  pairs.sums.forEach((sum, k) => {
    if (Number.isNaN(sum)) return;
    forNear(sorted, { value: Math.abs(sum), within }, (place) =>
      add([
        [place, sum * probes[place] > 0 ? -1 : 1],
        [pairs.first[k], 1],
        [pairs.second[k], pairs.factor[k]],
      ]),
    );
  });
}

function relationsOfFour(pairs: Pairs, within: number, add: Add): void {
  const sizes = sortValues(pairs.sums.map(Math.abs));
  for (let from = 0; from < sizes.values.length; from++) {
    const value = sizes.values[from];
    if (value <= within) continue;
    for (let i = from + 1; i < Math.min(sizes.values.length, from + MAX_ALIKE); i++) {
      if (sizes.values[i] - value > within) break;
      const k = sizes.places[from];
      const l = sizes.places[i];
      const sign = pairs.sums[k] * pairs.sums[l] > 0 ? -1 : 1;
      add([
        [pairs.first[k], 1],
        [pairs.second[k], pairs.factor[k]],
        [pairs.first[l], sign],
        [pairs.second[l], sign * pairs.factor[l]],
      ]);
    }
  }
}

/** Pair of columns, with the size of its sum or difference and its place among all pairs. */
type Pair = { size: number; at: number; sum: number; parts: [place: number, factor: number][] };

/** Relations of four columns of which one is given: the others' pairs are looked up among its own. */
function relationsOfFourWith(own: number, probes: Float64Array, within: number, add: Add): void {
  const n = probes.length;
  const pairAt = (i: number, j: number, factor: number): Pair => {
    const sum = probes[i] + factor * probes[j];
    const at = 2 * (i * n + j) + (factor > 0 ? 0 : 1);
    return {
      size: Math.abs(sum),
      at,
      sum,
      parts: [
        [i, 1],
        [j, factor],
      ],
    };
  };
  const isBefore = (a: Pair, b: Pair) => a.size < b.size || (a.size === b.size && a.at < b.at);
  const inOrder = (a: Pair, b: Pair) => (a === b ? 0 : isBefore(a, b) ? -1 : 1);
  const ofOwn: Pair[] = [];
  for (let i = 0; i < n; i++)
    if (i !== own)
      for (const factor of [1, -1]) ofOwn.push(pairAt(Math.min(i, own), Math.max(i, own), factor));
  const some = ofOwn.filter(({ size }) => !Number.isNaN(size)).sort(inOrder);
  const sizes = Float64Array.from(some, ({ size }) => size);
  const counts = new Uint8Array(some.length);
  const hits: [low: Pair, high: Pair][] = [];
  const look = (i: number, j: number, factor: number) => {
    const size = Math.abs(probes[i] + factor * probes[j]);
    let k = firstNotBelow(sizes, { value: size - within });
    for (; k < sizes.length && sizes[k] <= size + within; k++) {
      if (Math.min(sizes[k], size) <= within || ++counts[k] > MAX_ALIKE) continue;
      const other = pairAt(i, j, factor);
      hits.push(isBefore(some[k], other) ? [some[k], other] : [other, some[k]]);
    }
  };
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++) {
      if (i === own || j === own || Number.isNaN(probes[i] + probes[j])) continue;
      look(i, j, 1);
      look(i, j, -1);
    }
  // In the order in which all pairs would be met.
  hits.sort(([a, b], [c, d]) => inOrder(a, c) || inOrder(b, d));
  for (const [low, high] of hits) {
    const sign = low.sum * high.sum > 0 ? -1 : 1;
    add([
      ...low.parts,
      ...high.parts.map(([place, factor]): [number, number] => [place, sign * factor]),
    ]);
  }
}

function relationsOfFive(probes: Float64Array, pairs: Pairs, within: number, add: Add): void {
  const sorted = sortValues(pairs.sums);
  pairs.sums.forEach((sum, k) => {
    if (Number.isNaN(sum)) return;
    for (let place = 0; place < probes.length; place++)
      for (const sign of [1, -1])
        forNear(sorted, { value: sum + sign * probes[place], within }, (l) =>
          add([
            [place, sign],
            [pairs.first[k], 1],
            [pairs.second[k], pairs.factor[k]],
            [pairs.first[l], -1],
            [pairs.second[l], -pairs.factor[l]],
          ]),
        );
  });
}

/** Maximum number of columns with equal values in sums of two; sums of more use one of them. */
const MAX_EQUAL_OF_TWO = 3;

const HASHED_ROWS = 16;

/** Returns columns without further ones of equal values, of either sign: their sums follow. */
function withoutRepeated(
  numbers: readonly Amounts[],
  most: number,
  isKept: (place: number) => boolean,
): number[] {
  const signs = numbers.map(({ values }) =>
    Math.sign(values.find((value) => value !== 0 && !Number.isNaN(value)) ?? 1),
  );
  const keyOf = (place: number) => {
    const { values } = numbers[place];
    let key = 0;
    for (let row = 0; row < Math.min(HASHED_ROWS, values.length); row++)
      key += Math.sqrt(row + 1) * signs[place] * (values[row] || 0);
    return key;
  };
  const areEqual = (a: number, b: number) =>
    numbers[a].values.every((value, row) =>
      Object.is(signs[a] * value + 0, signs[b] * numbers[b].values[row] + 0),
    );
  const alike = Map.groupBy(numbers.keys(), keyOf);
  const repeated = new Set<number>();
  for (const places of alike.values())
    places.forEach((place, i) => {
      const before = places.slice(0, i).filter((other) => areEqual(place, other));
      if (before.length >= most && !isKept(place)) repeated.add(place);
    });
  return Array.from(numbers.keys()).filter((place) => !repeated.has(place));
}

const VERIFIED_ROWS = 24;
/** Bounds may break a sum in most rows; by chance, small integers keep one in a few rows. */
const MAX_BROKEN_ROWS = 18;

/** Returns true if a quarter of some evenly spread rows keep a relation that a few others suggest. */
export function isLikely(
  { rows, numbers }: Pick<AmountSamples, 'rows' | 'numbers'>,
  parts: readonly (readonly [place: number, factor: number])[],
): boolean {
  const within = 0.51 * 10 ** -decimalsOf(parts.map(([place]) => numbers[place]));
  const step = Math.max(1, Math.floor(rows / VERIFIED_ROWS));
  let broken = 0;
  for (let row = 0; row < rows; row += step) {
    let sum = 0;
    for (const [place, factor] of parts) sum += factor * numbers[place].values[row];
    if (Math.abs(sum) > within && ++broken > MAX_BROKEN_ROWS) return false;
  }
  return true;
}

/**
 * Returns sets of three to five number columns that may add up to zero with factors of ±1, by
 * looking up sums of a few rows: O(columns²) for up to four, whatever their order.
 *
 * @param numbers sampled columns, at rows sorted by number of values, descending
 * @param terms number of columns less one, 2 to 4
 * @param options.sets sets of rows that are looked at
 * @param options.only column that each set contains, sums of three only of up to 64 columns
 */
export function findRelations(
  { rows, numbers: all }: Pick<AmountSamples, 'rows' | 'numbers'>,
  terms: number,
  { sets = SETS, only }: { sets?: number; only?: number | undefined } = {},
): Relation[] {
  const isOnly = (place: number) => all[place].column === only;
  const different = withoutRepeated(all, terms === 2 ? MAX_EQUAL_OF_TWO : 1, isOnly);
  const numbers = different.map((place) => all[place]);
  if (terms === 4 && numbers.length > MAX_FOR_FIVE) return [];
  if (only !== undefined && terms === 3 && numbers.length > MAX_FOR_FOUR_OF_ONE) return [];
  const own = different.findIndex(isOnly);
  if (only !== undefined && own < 0) return [];
  const found = new Map<string, Relation>();
  const add: Add = (parts) => {
    if (own >= 0 && !parts.some(([place]) => place === own)) return;
    if (parts.some(([place], i) => parts.some(([other], j) => j < i && other === place))) return;
    if (!isLikely({ rows, numbers }, parts)) return;
    const sorted = parts.toSorted((a, b) => a[0] - b[0]);
    const lead = sorted[0][1];
    const key = sorted.map(([place, factor]) => `${place}:${factor * lead}`).join();
    if (found.has(key)) return;
    found.set(key, {
      places: sorted.map(([place]) => different[place]),
      factors: sorted.map(([, factor]) => (factor * lead > 0 ? 1 : -1)),
    });
  };
  for (const set of probeSets(rows, { sets, size: WEIGHTS.length })) {
    const probes = probesOf(numbers, set);
    const largest = probes.reduce((most, probe) => Math.max(most, Math.abs(probe) || 0), 0);
    const within = PRECISION * largest + Number.MIN_VALUE;
    if (terms === 3 && own >= 0) {
      relationsOfFourWith(own, probes, within, add);
      continue;
    }
    const pairs = pairsOf(probes, terms === 2 ? own : -1);
    if (terms === 2) relationsOfThree(probes, pairs, within, add);
    else if (terms === 3) relationsOfFour(pairs, within, add);
    else relationsOfFive(probes, pairs, within, add);
  }
  return [...found.values()];
}
