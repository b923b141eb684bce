/**
 * The rows of an even sample, counted from 0, as `readTextColumns` reads a share of a file: those at which the share of
 * the rows so far grows by a whole one.
 */
export function sampledRows(rows: number, share: number): Uint32Array {
  const kept = new Uint32Array(Math.min(rows, Math.ceil(rows * share) + 1));
  let count = 0;
  for (let row = 0; row < rows; row++) {
    if (share >= 1 || Math.floor((row + 1) * share) > Math.floor(row * share)) kept[count++] = row;
  }
  return kept.subarray(0, count);
}
