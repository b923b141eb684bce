import { firstNotBelow } from '../../../table/search-sorted.ts';
import { spread } from './sample-amounts.ts';
import { type SortedValues, sortPlaces } from './sort-places.ts';

export const sortValues = (values: Float64Array): SortedValues =>
  sortPlaces(spread(values.length, values.length), values);

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
  const found: number[][] = [];
  for (let set = 0; set < sets; set++) {
    const own: number[] = [];
    for (let i = 0; i < size; i++)
      own.push(
        set < first
          ? Math.min(rows - 1, set * size + i)
          : Math.floor(((set - first + (i + 0.5) / size) * rows) / spread) % rows,
      );
    found.push(own);
  }
  return found;
}
