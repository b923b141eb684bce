import type { JointCounts } from './joint-counts.ts';

/** Computes SDMetrics' ContingencySimilarity: 1 - total variation of two joint distributions. */
export function contingencySimilarity({ rows, first, second }: JointCounts): number | null {
  if (rows[0] === 0 || rows[1] === 0) return null;
  let sum = 0;
  for (let cell = 0; cell < first.length; cell++) {
    sum += Math.abs(first[cell] / rows[0] - second[cell] / rows[1]);
  }
  return 1 - sum / 2;
}

/** Returns rows by code of one of the two columns, and the number of non-empty codes. */
function marginOf(
  cells: JointCounts['cells'],
  counts: Uint32Array,
  codeOf: (cell: number) => number,
) {
  let codes = 0;
  for (let i = 0; i < cells.length; i++) codes = Math.max(codes, codeOf(cells[i]) + 1);
  const rows = new Float64Array(codes);
  let used = 0;
  for (let i = 0; i < cells.length; i++) {
    const n = counts[i];
    if (n === 0) continue;
    const code = codeOf(cells[i]);
    if (rows[code] === 0) used++;
    rows[code] += n;
  }
  return { rows, used };
}

/**
 * Computes Cramer's V of one of the tables, uncorrected: sqrt((chi2 / n) / min(rows - 1, columns -
 * 1)).
 *
 * @param width codes of the second column
 * @param side 0 for the first table, 1 for the second
 * @returns 0..1, or null if a column has fewer than two values
 */
export function cramersV(counts: JointCounts, width: number, side: 0 | 1 = 0): number | null {
  const { rows, cells } = counts;
  const first = side === 0 ? counts.first : counts.second;
  const left = marginOf(cells, first, (cell) => Math.floor(cell / width));
  const right = marginOf(cells, first, (cell) => cell % width);
  const least = Math.min(left.used, right.used) - 1;
  if (least < 1) return null;
  let sum = 0;
  for (let i = 0; i < cells.length; i++) {
    const n = first[i];
    if (n === 0) continue;
    const cell = cells[i];
    const a = Math.floor(cell / width);
    sum += (n / left.rows[a]) * (n / right.rows[cell - a * width]);
  }
  return rows[side] === 0 ? null : Math.sqrt(Math.max(0, sum - 1) / least);
}
