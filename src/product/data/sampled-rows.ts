/** Returns the rows of a uniform sample, counted from 0, as `readTextColumns` picks them. */
export function sampledRows(rows: number, share: number): Uint32Array {
  const sampled = new Uint32Array(Math.min(rows, Math.ceil(rows * share) + 1));
  let count = 0;
  for (let row = 0; row < rows; row++) {
    if (share >= 1 || Math.floor((row + 1) * share) > Math.floor(row * share))
      sampled[count++] = row;
  }
  return sampled.subarray(0, count);
}
