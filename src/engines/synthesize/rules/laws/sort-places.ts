const RUN = 12;

/** Sorts runs of a few places in place, by insertion. */
function sortRuns(places: Uint32Array, keys: Float64Array): void {
  for (let start = 0; start < places.length; start += RUN) {
    const end = Math.min(start + RUN, places.length);
    for (let i = start + 1; i < end; i++) {
      const [place, key] = [places[i], keys[i]];
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

/**
 * Sorts some places of an array by value, without those of NaN; equal values keep the order of places.
 * A merge sort of typed arrays: several times as fast as one that calls a comparison.
 */
export function sortPlaces(from: ArrayLike<number>, all: Float64Array): SortedValues {
  let count = 0;
  for (let i = 0; i < from.length; i++) if (!Number.isNaN(all[from[i]])) count++;
  let [places, keys] = [new Uint32Array(count), new Float64Array(count)];
  let at = 0;
  for (let i = 0; i < from.length; i++) {
    const value = all[from[i]];
    if (Number.isNaN(value)) continue;
    places[at] = from[i];
    keys[at++] = value;
  }
  sortRuns(places, keys);
  if (count <= RUN) return { values: keys, places };
  let [nextPlaces, nextKeys] = [new Uint32Array(count), new Float64Array(count)];
  for (let width = RUN; width < count; width *= 2) {
    for (let start = 0; start < count; start += 2 * width) {
      const middle = Math.min(start + width, count);
      const end = Math.min(start + 2 * width, count);
      let [left, right] = [start, middle];
      for (let to = start; to < end; to++) {
        const takesRight = left === middle || (right < end && keys[right] < keys[left]);
        const i = takesRight ? right++ : left++;
        nextPlaces[to] = places[i];
        nextKeys[to] = keys[i];
      }
    }
    [places, nextPlaces] = [nextPlaces, places];
    [keys, nextKeys] = [nextKeys, keys];
  }
  return { values: keys, places };
}
