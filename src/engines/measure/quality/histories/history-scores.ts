import { sortNumbers } from '../../../table/sort-numbers.ts';
import { ksComplement } from '../shapes-and-trends/ks-complement.ts';
import { burstiness } from './burstiness.ts';
import { daysBetweenEqual } from './days-between.ts';
import type { History } from './history.ts';
import { recurringShare } from './recurring-share.ts';
import { monthlyAutocorrelation, rowsAMonth } from './rows-a-month.ts';
import { unusualSigns } from './unusual-signs.ts';

/** Measures of histories: values by row, sequence or pair of rows, of one side. */
const MEASURES: readonly [string, (history: History, real: History) => Float64Array][] = [
  ['recurring share', recurringShare],
  ['days between equal payments', daysBetweenEqual],
  ['rows a month', rowsAMonth],
  ['autocorrelation of rows a month', monthlyAutocorrelation],
  ['burstiness', burstiness],
  ['signs that their word never has', unusualSigns],
];

export type HistoryScore = {
  measure: string;
  /** Means of the real and the other side's values. */
  real: number | null;
  other: number | null;
  /** KSComplement of the values. */
  similarity: number | null;
};

const meanOf = (values: Float64Array): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Compares the histories of a side with the real ones by every measure that both sides have. */
export const historyScores = (real: History, other: History): HistoryScore[] =>
  MEASURES.flatMap(([measure, valuesOf]) => {
    const [own, others] = [valuesOf(real, real), valuesOf(other, real)];
    if (own.length === 0) return [];
    const similarity = ksComplement(sortNumbers(own), sortNumbers(others));
    return [{ measure, real: meanOf(own), other: meanOf(others), similarity }];
  });
