import { sortedRows } from '../arrays/ranked-column.ts';
import { peaksOverThreshold } from './peaks-over-threshold.ts';

export type ThresholdChoice =
  | { method: 'capacity'; rows?: number }
  /** Share of rows to select, 0..1. */
  | { method: 'percentile'; share: number }
  /** Probability that a normal row exceeds the bound, by extreme value theory. */
  | { method: 'peaks'; risk: number }
  /** Target false-discovery rate, against the scores of a baseline of normal rows. */
  | { method: 'false-discovery'; alpha: number; baseline: Float64Array }
  | { method: 'score'; score: number };

export type Threshold = {
  method: ThresholdChoice['method'];
  /** Parameter of the method: rows, share, risk, alpha or score. */
  value: number;
  taken: number;
  /** Score of the last selected row, 0..1; 1 if none is selected. */
  thresholdUsed: number;
};

export const defaultCapacity = (rows: number): number => Math.min(Math.ceil(rows / 100), 500);

/**
 * Counts discoveries by the step-up rule of Benjamini and Hochberg (1995) on empirical p-values: p
 * = (1 + baseline scores at least as high) / (baseline rows + 1).
 *
 * @param descending scores, highest first
 * @returns number of rows to select
 */
export function falseDiscoveryCount(
  descending: Float64Array,
  baseline: Float64Array,
  alpha: number,
): number {
  const descendingBaseline = baseline.slice().sort().reverse();
  let above = 0;
  let count = 0;
  for (let k = 0; k < descending.length; k++) {
    while (above < descendingBaseline.length && descendingBaseline[above] >= descending[k]) above++;
    const p = (1 + above) / (descendingBaseline.length + 1);
    if (p <= ((k + 1) * alpha) / descending.length) count = k + 1;
  }
  return count;
}

/** Selects rows, most unusual first; returns them with the threshold as stored with the batch. */
export function chooseThreshold(
  raw: Float64Array,
  scores: Float64Array,
  keys: Float64Array,
  choice: ThresholdChoice,
): { rows: Uint32Array; threshold: Threshold } {
  const order = sortedRows(raw).reverse();
  // Ties are broken independently of the file's row order.
  const count = Math.min(order.length, countOf(raw, { scores, order, choice }));
  const last = raw[order[Math.max(0, count - 1)]];
  const above = order.filter((row) => raw[row] > last);
  const tied = order.filter((row) => raw[row] === last).sort((a, b) => keys[a] - keys[b]);
  const rows = new Uint32Array(count);
  rows.set(above.subarray(0, count));
  rows.set(tied.subarray(0, count - Math.min(count, above.length)), Math.min(count, above.length));
  return {
    rows,
    threshold: {
      method: choice.method,
      value: settingOf(choice, scores.length),
      taken: count,
      thresholdUsed: count === 0 ? 1 : scores[rows[count - 1]],
    },
  };
}

function settingOf(choice: ThresholdChoice, rows: number): number {
  switch (choice.method) {
    case 'capacity':
      return choice.rows ?? defaultCapacity(rows);
    case 'percentile':
      return choice.share;
    case 'peaks':
      return choice.risk;
    case 'false-discovery':
      return choice.alpha;
    case 'score':
      return choice.score;
  }
}

function countOf(
  raw: Float64Array,
  { scores, order, choice }: { scores: Float64Array; order: Uint32Array; choice: ThresholdChoice },
): number {
  const value = settingOf(choice, scores.length);
  if (!(value >= 0))
    throw new RangeError(`a threshold by ${choice.method} requires a non-negative number`);
  switch (choice.method) {
    case 'capacity':
      return Math.floor(value);
    case 'percentile':
      return Math.floor(Math.min(1, value) * scores.length);
    case 'score':
      return order.findIndex((row) => scores[row] < value) < 0
        ? order.length
        : order.findIndex((row) => scores[row] < value);
    case 'peaks': {
      const bound = peaksOverThreshold(raw, value).bound;
      return order.filter((row) => raw[row] > bound).length;
    }
    case 'false-discovery':
      return falseDiscoveryCount(
        Float64Array.from(order, (row) => raw[row]),
        choice.baseline,
        value,
      );
  }
}
