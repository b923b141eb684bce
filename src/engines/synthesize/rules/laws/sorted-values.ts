import { firstNotBelow } from '../../../table/search-sorted.ts';

/** Ascending values with the index of each; NaN is left out. */
export type SortedValues = { values: Float64Array; places: Uint32Array };

export function sortValues(values: Float64Array): SortedValues {
  const places = Uint32Array.from(values.keys())
    .filter((place) => !Number.isNaN(values[place]))
    .sort((a, b) => values[a] - values[b]);
  return { values: Float64Array.from(places, (place) => values[place]), places };
}

/** Calls back with the index of each value at most `within` from `value`. */
export function forNear(
  { values, places }: SortedValues,
  { value, within }: { value: number; within: number },
  visit: (place: number) => void,
): void {
  const most = value + within;
  for (let i = firstNotBelow(values, { value: value - within }); values[i] <= most; i++)
    visit(places[i]);
}

/**
 * Returns sets of rows at which formulas are looked up. A row that breaks a formula hides it only
 * in its own set. The first sets have the most values, the others are spread over all rows.
 *
 * @param rows sorted by number of values, descending
 */
export function probeSets(
  rows: number,
  { sets, size }: { sets: number; size: number },
): number[][] {
  const first = Math.ceil(sets / 2);
  const spread = sets - first;
  return Array.from({ length: sets }, (_, set) =>
    Array.from({ length: size }, (__, i) =>
      set < first
        ? Math.min(rows - 1, set * size + i)
        : Math.floor(((set - first + (i + 0.5) / size) * rows) / spread) % rows,
    ),
  );
}
