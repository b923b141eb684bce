import type { EncodedRows } from './encoded-rows.ts';

/** Distances to the nearest and second nearest row of another table, per row. */
export type Nearest = { first: Float64Array; second: Float64Array };

/**
 * Computes Gower's distance from each row to its two nearest rows of `reference`.
 *
 * @param step called every 256 rows to report progress; may throw to stop
 */
export function nearest(
  from: EncodedRows,
  reference: EncodedRows,
  step: (done: number, total: number) => void = () => {},
): Nearest {
  const { width } = from;
  const first = new Float64Array(from.rows);
  const second = new Float64Array(from.rows);
  const { cells } = reference;
  const end = reference.rows * width;
  for (let row = 0; row < from.rows; row++) {
    if ((row & 255) === 0) step(row, from.rows);
    const own = from.cells.subarray(row * width, (row + 1) * width);
    let smallest = width + 1;
    let secondSmallest = width + 1;
    for (let base = 0; base < end; base += width) {
      let sum = 0;
      for (let c = 0; c < width && sum < secondSmallest; c++) {
        const difference = Math.abs(own[c] - cells[base + c]);
        sum += Math.min(1, difference);
      }
      if (sum >= secondSmallest) continue;
      if (sum < smallest) {
        secondSmallest = smallest;
        smallest = sum;
      } else secondSmallest = sum;
    }
    first[row] = smallest / width;
    second[row] = secondSmallest / width;
  }
  return { first, second };
}
