import { forEachSequence, type History } from './history.ts';

const MIN_ROWS = 5;

/**
 * Returns the burstiness of each sequence of at least five rows: `(s - m) / (s + m)` with mean m and
 * standard deviation s of the days between rows; -1 for equal intervals, 0 for a Poisson process, 1
 * for extreme bursts (Goh, Barabasi 2008).
 */
export function burstiness(history: History): Float64Array {
  const found: number[] = [];
  forEachSequence(history, (rows) => {
    if (rows.length < MIN_ROWS) return;
    const gaps = Array.from(
      rows.subarray(1),
      (row, i) => history.days[row] - history.days[rows[i]],
    );
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    const deviation = Math.sqrt(
      gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length,
    );
    if (mean + deviation > 0) found.push((deviation - mean) / (deviation + mean));
  });
  return Float64Array.from(found);
}
