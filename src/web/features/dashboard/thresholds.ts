import { MAX_CASES, MAX_PATTERN_DAYS } from '../../../shared/limits.ts';

export type Threshold =
  | { method: 'capacity'; rows: number }
  | { method: 'percentile'; share: number }
  | { method: 'peaks'; risk: number }
  | { method: 'false-discovery'; alpha: number; baselineId: string }
  | { method: 'score'; score: number };

export type Method = Threshold['method'];

export const METHODS: Record<Method, { label: string; field: string; hint: string }> = {
  capacity: {
    label: 'Review capacity',
    field: 'Rows to review',
    hint: 'The highest scores, as many as your team can review',
  },
  percentile: {
    label: 'Percentile',
    field: 'Share of rows (%)',
    hint: 'The highest scores, at most 50% of the rows',
  },
  peaks: {
    label: 'Peaks over threshold',
    field: 'Tail probability (%)',
    hint: 'Chance that a normal row is flagged, by extreme value theory; at most 10',
  },
  'false-discovery': {
    label: 'False discovery rate',
    field: 'Target false-discovery rate (%)',
    hint: 'Share of normal rows among those flagged, against a baseline of normal rows; at most 50',
  },
  score: {
    label: 'Minimum score',
    field: 'Minimum score (%)',
    hint: 'Every row with at least this score',
  },
};

export const startingValue = (method: Method, rows: number): string =>
  ({
    capacity: String(Math.min(Math.ceil(rows / 100), 500)),
    percentile: '1',
    peaks: '0.5',
    'false-discovery': '10',
    score: '99',
  })[method];

export function readThreshold(method: Method, typed: string, baselineId = ''): Threshold | string {
  const number = typed.trim() === '' ? Number.NaN : Number(typed);
  if (!Number.isFinite(number)) return 'Must be a number';
  if (method === 'capacity') {
    return Number.isInteger(number) && number >= 1 && number <= MAX_CASES
      ? { method, rows: number }
      : `Must be a whole number from 1 to ${MAX_CASES}`;
  }
  const share = number / 100;
  if (method === 'percentile') {
    return share > 0 && share <= 0.5 ? { method, share } : 'Must be above 0 and at most 50';
  }
  if (method === 'peaks') {
    return share > 0 && share <= 0.1 ? { method, risk: share } : 'Must be above 0 and at most 10';
  }
  if (method === 'false-discovery') {
    if (!(share > 0 && share <= 0.5)) return 'Must be above 0 and at most 50';
    return baselineId === ''
      ? 'Select a baseline of normal rows'
      : { method, alpha: share, baselineId };
  }
  return share >= 0 && share <= 1 ? { method, score: share } : 'Must be from 0 to 100';
}

/** Returns the number of flagged rows if it follows from the row count, else null. */
export function countAtOnce(threshold: Threshold, rows: number): number | null {
  if (threshold.method === 'capacity') return Math.min(rows, threshold.rows);
  return threshold.method === 'percentile' ? Math.floor(rows * threshold.share) : null;
}

export function readWindow(text: string): number | string {
  const days = Number(text);
  return /^\d+$/.test(text.trim()) && days >= 1 && days <= MAX_PATTERN_DAYS
    ? days
    : `Days must be a whole number from 1 to ${MAX_PATTERN_DAYS.toLocaleString('en-US')}`;
}
