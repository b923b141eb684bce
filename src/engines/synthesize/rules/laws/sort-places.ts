const RUN = 12;

/** Sorts runs of a few places in place, by insertion. */
function sortRuns(places: Uint32Array, keys: Float64Array): void {
  for (let start = 0; start < places.length; start += RUN) {
    const end = Math.min(start + RUN, places.length);
    for (let i = start + 1; i < end; i++) {
      const place = places[i];
      const key = keys[i];
      let j = i - 1;
      for (; j >= start && keys[j] > key; j--) {
        places[j + 1] = places[j];
        keys[j + 1] = keys[j];
      }
      places[j + 1] = place;
      keys[j + 1] = key;
    }
  }
}

/** Ascending values with the index of each; NaN is left out. */
export type SortedValues = { values: Float64Array; places: Uint32Array };

/** Merges each two neighboring runs of a width. */
function mergeRuns(from: SortedValues, into: SortedValues, width: number): void {
  const { places, values } = from;
  const count = places.length;
  for (let start = 0; start < count; start += 2 * width) {
    const middle = Math.min(start + width, count);
    const end = Math.min(start + 2 * width, count);
    let left = start;
    let right = middle;
    for (let to = start; to < end; to++) {
      const takesRight = left === middle || (right < end && values[right] < values[left]);
      const i = takesRight ? right++ : left++;
      into.places[to] = places[i];
      into.values[to] = values[i];
    }
  }
}

/**
 * Sorts some places of an array by value, without those of NaN; equal values keep the order of places.
 * A merge sort of typed arrays: several times as fast as one that calls a comparison.
 */
export function sortPlaces(from: ArrayLike<number>, all: Float64Array): SortedValues {
  let count = 0;
  for (let i = 0; i < from.length; i++) if (!Number.isNaN(all[from[i]])) count++;
  let sorted = { places: new Uint32Array(count), values: new Float64Array(count) };
  let at = 0;
  for (let i = 0; i < from.length; i++) {
    const value = all[from[i]];
    if (Number.isNaN(value)) continue;
    sorted.places[at] = from[i];
    sorted.values[at++] = value;
  }
  sortRuns(sorted.places, sorted.values);
  if (count <= RUN) return sorted;
  let next = { places: new Uint32Array(count), values: new Float64Array(count) };
  for (let width = RUN; width < count; width *= 2) {
    mergeRuns(sorted, next, width);
    const merged = next;
    next = sorted;
    sorted = merged;
  }
  return sorted;
}
