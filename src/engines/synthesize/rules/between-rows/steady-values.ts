import type { Between } from './between-rows.ts';

/** Rows whose median is the value after a change: a single high value is none. */
const NEAR_ROWS = 3;

function medianOf(values: Float64Array, rows: readonly number[]): number {
  const sorted = rows.map((row) => values[row]!).sort((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}

/** Returns a drawn value as a multiple of the one before that the file has. */
function within(before: number, drawn: number, { low, high, step }: Between<'steady'>): number {
  if (low === null || high === null || !(before > 0)) return drawn;
  const value = before * Math.min(high, Math.max(low, drawn / before));
  return Number((Math.round(value / step) * step).toPrecision(14));
}

/** Keeps the value of the row before, except for as many of the largest drawn changes as the file has. */
export function keepSteady(
  values: Float64Array,
  groups: readonly number[][],
  rule: Between<'steady'>,
): void {
  const changes = groups.flatMap((rows) => {
    const places = rule.isLast ? [rows.length - 1] : rows.map((_, i) => i);
    return places.flatMap((i) => {
      if (i <= 0) return [];
      const before = medianOf(values, rows.slice(Math.max(0, i - NEAR_ROWS), i));
      const value = medianOf(values, rows.slice(i, i + NEAR_ROWS));
      const size = Math.abs(value - before) / (1 + Math.abs(before));
      return size > 0
        ? [{ row: rows[i]!, near: rows.slice(Math.max(0, i - 2), i + 3), value, size }]
        : [];
    });
  });
  const following = groups.reduce((sum, rows) => sum + rows.length - 1, 0);
  const most = Math.round((1 - rule.share) * following);
  const changed = new Map<number, number>();
  for (const { row, near, value } of changes.sort((a, b) => b.size - a.size)) {
    if (changed.size >= most) break;
    // Of changes in a row, the largest is the one.
    if (!near.some((other) => changed.has(other))) changed.set(row, value);
  }
  for (const rows of groups)
    rows.forEach((row, i) => {
      if (i === 0) return;
      const before = values[rows[i - 1]!]!;
      const drawn = changed.get(row);
      values[row] = drawn === undefined ? before : within(before, drawn, rule);
    });
}
