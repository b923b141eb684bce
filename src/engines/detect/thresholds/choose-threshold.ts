import { sortedRows } from '../arrays/ranked-column.ts';
import { peaksOverThreshold } from './peaks-over-threshold.ts';

/** How many rows become exceptions. */
export type ThresholdChoice =
  | { method: 'capacity'; rows?: number }
  /** Share of the rows taken, 0..1. */
  | { method: 'percentile'; share: number }
  /** Probability that a normal row passes, by extreme value theory. */
  | { method: 'peaks'; risk: number }
  /** Target false-discovery rate, counted against the scores of a baseline of normal rows. */
  | { method: 'false-discovery'; alpha: number; baseline: Float64Array }
  /** Rows whose 0..1 score is at least this. */
  | { method: 'score'; score: number };

export type Threshold = {
  method: ThresholdChoice['method'];
  /** The number that the method was given: rows, share, risk, alpha or score. */
  value: number;
  taken: number;
  /** The 0..1 score of the last row taken; 1 where none is. */
  thresholdUsed: number;
};

export const defaultCapacity = (rows: number): number => Math.min(Math.ceil(rows / 100), 500);

/**
 * Benjamini and Hochberg's step-up rule (1995) on p-values counted against a baseline of normal rows:
 * p = (1 + baseline scores at least as high) / (baseline rows + 1).
 *
 * @param descending scores, highest first
 * @returns how many of them to take
 */
export function falseDiscoveryCount(
  descending: Float64Array,
  baseline: Float64Array,
  alpha: number,
): number {
  const known = baseline.slice().sort().reverse();
  let above = 0;
  let taken = 0;
  for (let k = 0; k < descending.length; k++) {
    while (above < known.length && known[above] >= descending[k]) above++;
    const p = (1 + above) / (known.length + 1);
    if (p <= ((k + 1) * alpha) / descending.length) taken = k + 1;
  }
  return taken;
}

/** Rows that a choice takes, most unusual first, and the threshold as it is stored with the batch. */
export function chooseThreshold(
  raw: Float64Array,
  scores: Float64Array,
  keys: Float64Array,
  choice: ThresholdChoice,
): { rows: Uint32Array; threshold: Threshold } {
  const order = sortedRows(raw).reverse();
  // rows that score alike are taken in an order that does not depend on the file's
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
    throw new RangeError(`a threshold by ${choice.method} needs a number from 0 up`);
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
