import { meanOf } from '../statistics/mean.ts';
import type { ColumnPairTrend } from './shapes-and-trends/column-pair-trends.ts';
import type { ColumnShape } from './shapes-and-trends/column-shapes.ts';

export type QualityScore = {
  /** Mean of columnShapes and columnPairTrends. */
  score: number | null;
  columnShapes: number | null;
  /** Only pairs above the thresholds of SDMetrics 0.27 and later; null if no pair passes. */
  columnPairTrends: number | null;
  /** Score of SDMetrics before 0.27: every pair counts. */
  scoreWithoutThresholds: number | null;
  columnPairTrendsWithoutThresholds: number | null;
};

/** Computes SDMetrics' QualityReport score, with and without its current thresholds. */
export function qualityScore(
  shapes: readonly ColumnShape[],
  trends: readonly ColumnPairTrend[],
): QualityScore {
  const shape = meanOf(shapes.map(({ score }) => score));
  const pairs = meanOf(trends.filter(({ counts }) => counts).map(({ score }) => score));
  const all = meanOf(trends.map(({ score }) => score));
  return {
    score: meanOf([shape, pairs]),
    columnShapes: shape,
    columnPairTrends: pairs,
    scoreWithoutThresholds: meanOf([shape, all]),
    columnPairTrendsWithoutThresholds: all,
  };
}
