import { sortedRows } from '../arrays/ranked-column.ts';
import type { Values } from '../arrays/values.ts';
import { averagePrecisionOf } from './average-precision.ts';
import type { OneLineRule } from './one-line-rules.ts';
import { proportion, type Share } from './share.ts';
import type { Truth } from './truth.ts';

export type BaselineFigures = {
  name: string;
  /** Of as many alerts as were submitted. */
  precision: Share;
  recall: Share;
  schemes: number;
  averagePrecision: number;
};

/**
 * Scores random alerts (expected values), one-line rules and the given detectors with as
 * many alerts as were submitted; ties at the last place go to the earlier row. Average precision
 * covers the same alerts.
 */
export function baselineFigures(
  truth: Truth,
  {
    alerts,
    others,
    rules,
  }: {
    alerts: number;
    others: readonly { name: string; scores: Values }[];
    rules: readonly OneLineRule[];
  },
): BaselineFigures[] {
  const { positive } = truth;
  const total = positive.reduce((sum, label) => sum + label, 0);
  const taken = Math.min(alerts, positive.length);
  const expected = (taken * total) / Math.max(1, positive.length);
  const random: BaselineFigures = {
    name: 'random',
    precision: proportion(expected, taken),
    recall: proportion(expected, total),
    schemes: expectedSchemes(truth, taken),
    averagePrecision: total === 0 ? 0 : (expected / total) * (total / positive.length),
  };
  const ranked = [...others, ...rules].map(({ name, scores }) => {
    const order = sortedRows(Float64Array.from(scores, (score) => -score));
    const rows = Int32Array.from(order.subarray(0, taken));
    const hits = rows.filter((row) => positive[row] === 1);
    return {
      name,
      precision: proportion(hits.length, rows.length),
      recall: proportion(hits.length, total),
      schemes: new Set(Array.from(hits, truth.scheme)).size,
      averagePrecision: averagePrecisionOf(
        { rows, scores: Float64Array.from(rows, (row) => scores[row]) },
        { positive, total, weight: () => 1 },
      ),
    };
  });
  return [random, ...ranked];
}

/** Expected number of schemes with at least one of `taken` random rows. */
function expectedSchemes(truth: Truth, taken: number): number {
  const sizes = new Map<string, number>();
  truth.positive.forEach((label, row) => {
    const scheme = truth.scheme(row);
    if (label === 1 && scheme !== null) sizes.set(scheme, (sizes.get(scheme) ?? 0) + 1);
  });
  const left = 1 - taken / Math.max(1, truth.positive.length);
  return [...sizes.values()].reduce((sum, size) => sum + 1 - left ** size, 0);
}
