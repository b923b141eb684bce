const BLOCKS = 20;
const MOMENTS = 6;

/**
 * Returns the standard error of Pearson's r, in which a few extreme amounts can decide: delete-block
 * jackknife over every 20th row (Shao and Wu 1989). Rows with a missing value are left out.
 *
 * @returns 0 if r is undefined without some block
 */
export function correlationError(a: Float64Array, b: Float64Array): number {
  const sums = new Float64Array(BLOCKS * MOMENTS);
  for (let row = 0; row < a.length; row++) {
    const [x, y] = [a[row], b[row]];
    if (Number.isNaN(x) || Number.isNaN(y)) continue;
    const at = (row % BLOCKS) * MOMENTS;
    [1, x, y, x * x, y * y, x * y].forEach((term, k) => {
      sums[at + k] += term;
    });
  }
  const total = (k: number) =>
    Array.from({ length: BLOCKS }, (_, block) => sums[block * MOMENTS + k]).reduce(
      (sum, own) => sum + own,
    );
  const all = Array.from({ length: MOMENTS }, (_, k) => total(k));
  const without = Array.from({ length: BLOCKS }, (_, block) =>
    correlationOf(all.map((sum, k) => sum - sums[block * MOMENTS + k])),
  );
  if (without.some((r) => !Number.isFinite(r))) return 0;
  const mean = without.reduce((sum, r) => sum + r, 0) / BLOCKS;
  const squares = without.reduce((sum, r) => sum + (r - mean) ** 2, 0);
  return Math.sqrt(((BLOCKS - 1) / BLOCKS) * squares);
}

function correlationOf([n, x, y, xx, yy, xy]: readonly number[]): number {
  return (n * xy - x * y) / Math.sqrt((n * xx - x * x) * (n * yy - y * y));
}
