import type { EncodedRows } from './encoded-rows.ts';

/** Distances to the nearest and second nearest row of another table, one a row. */
export type Nearest = { first: Float64Array; second: Float64Array };

/**
 * Gower's distance from each row to the two nearest rows of `reference`.
 *
 * @param step called every 256 rows, to report progress or to stop by throwing
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
    let one = width + 1;
    let two = width + 1;
    for (let base = 0; base < end; base += width) {
      let sum = 0;
      for (let c = 0; c < width && sum < two; c++) {
        const difference = Math.abs(own[c] - cells[base + c]);
        sum += Math.min(1, difference);
      }
      if (sum >= two) continue;
      if (sum < one) {
        two = one;
        one = sum;
      } else two = sum;
    }
    first[row] = one / width;
    second[row] = two / width;
  }
  return { first, second };
}
