import { forNear, sortValues } from './sorted-values.ts';

/** Column of a product, multiplied or divided by. */
export type Factor = { place: number; factor: 1 | -1 };

/** Products and quotients of two columns; the first factor is not divided. */
export type Pairs = {
  sums: Float64Array;
  first: Uint16Array;
  second: Uint16Array;
  factor: Int8Array;
};

export function pairsOf(changes: Float64Array): Pairs {
  const n = changes.length;
  const count = (3 * n * (n - 1)) / 2;
  const sums = new Float64Array(count);
  const first = new Uint16Array(count);
  const second = new Uint16Array(count);
  const factor = new Int8Array(count);
  let at = 0;
  const add = (i: number, j: number, sign: 1 | -1) => {
    sums[at] = changes[i] + sign * changes[j];
    first[at] = i;
    second[at] = j;
    factor[at++] = sign;
  };
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++) {
      add(i, j, 1);
      add(i, j, -1);
      add(j, i, -1);
    }
  return { sums, first, second, factor };
}

const factorsOf = ({ first, second, factor }: Pairs, k: number): Factor[] => [
  { place: first[k], factor: 1 },
  { place: second[k], factor: factor[k] as 1 | -1 },
];

export type Visit = (own: number, parts: Factor[]) => void;

const widestOf = (within: Float64Array) =>
  within.reduce((most, own) => Math.max(most, own || 0), 0);

/** Visits products of two columns whose change equals another column's. */
export function forProductsOfTwo(
  changes: Float64Array,
  pairs: Pairs,
  { within, visit }: { within: Float64Array; visit: Visit },
): void {
  const sorted = sortValues(changes);
  const widest = widestOf(within);
  pairs.sums.forEach((sum, k) => {
    if (Number.isNaN(sum)) return;
    forNear(sorted, { value: sum, within: widest }, (own) => {
      if (own === pairs.first[k] || own === pairs.second[k]) return;
      if (Math.abs(sum - changes[own]) <= within[own]) visit(own, factorsOf(pairs, k));
    });
  });
}

/** Visits products of two columns whose change equals that of one column: O(columns). */
export function forProductsOf(
  own: number,
  changes: Float64Array,
  { within, visit }: { within: Float64Array; visit: Visit },
): void {
  const sorted = sortValues(changes);
  changes.forEach((change, place) => {
    if (place === own || Number.isNaN(change + changes[own] + within[own])) return;
    for (const factor of [1, -1] as const)
      forNear(sorted, { value: factor * (changes[own] - change), within: within[own] }, (other) => {
        const isMet = factor > 0 && other < place;
        if (other === own || other === place || isMet) return;
        visit(own, [
          { place, factor: 1 },
          { place: other, factor },
        ]);
      });
  });
}

/** Visits products and quotients of one column and another whose change equals that of a third. */
export function forProductsWith(
  place: number,
  changes: Float64Array,
  { within, visit }: { within: Float64Array; visit: Visit },
): void {
  const sorted = sortValues(changes);
  const widest = widestOf(within);
  changes.forEach((change, other) => {
    if (other === place || Number.isNaN(change)) return;
    for (const factor of [1, -1] as const) {
      const value = change + factor * changes[place];
      forNear(sorted, { value, within: widest }, (own) => {
        if (own === place || own === other) return;
        if (Math.abs(value - changes[own]) > within[own]) return;
        visit(own, [
          { place: other, factor: 1 },
          { place, factor },
        ]);
      });
    }
  });
}

/** Visits products of three columns whose change equals another column's. */
export function forProductsOfThree(
  changes: Float64Array,
  pairs: Pairs,
  { within, visit }: { within: Float64Array; visit: Visit },
): void {
  const sorted = sortValues(pairs.sums);
  changes.forEach((change, own) => {
    if (Number.isNaN(change) || Number.isNaN(within[own])) return;
    changes.forEach((other, place) => {
      if (place === own || Number.isNaN(other)) return;
      const isOther = (k: number) => pairs.first[k] !== own && pairs.second[k] !== own;
      forNear(sorted, { value: change - other, within: within[own] }, (k) => {
        // Each product of three is met with its last factor apart.
        if (pairs.first[k] < place && pairs.second[k] < place && isOther(k))
          visit(own, [...factorsOf(pairs, k), { place, factor: 1 }]);
      });
      forNear(sorted, { value: change + other, within: within[own] }, (k) => {
        const { first, second, factor } = pairs;
        if (factor[k] > 0 && first[k] !== place && second[k] !== place && isOther(k))
          visit(own, [...factorsOf(pairs, k), { place, factor: -1 }]);
      });
    });
  });
}
