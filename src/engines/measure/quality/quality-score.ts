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
  /** Score and pair trends with the numbers of both tables cut over the real range. */
  scoreOverRealRange: number | null;
  columnPairTrendsOverRealRange: number | null;
};

/**
 * Computes SDMetrics' QualityReport score, with and without its current thresholds, and over the
 * real range: SDMetrics cuts each table over its own, so that a missing extreme moves every bin.
 */
export function qualityScore(
  shapes: readonly ColumnShape[],
  trends: readonly ColumnPairTrend[],
): QualityScore {
  const shape = meanOf(shapes.map(({ score }) => score));
  const counted = trends.filter(({ counts }) => counts);
  const pairs = meanOf(counted.map(({ score }) => score));
  const overReal = meanOf(counted.map(({ realRange }) => realRange));
  const all = meanOf(trends.map(({ score }) => score));
  return {
    score: meanOf([shape, pairs]),
    columnShapes: shape,
    columnPairTrends: pairs,
    scoreWithoutThresholds: meanOf([shape, all]),
    columnPairTrendsWithoutThresholds: all,
    scoreOverRealRange: meanOf([shape, overReal]),
    columnPairTrendsOverRealRange: overReal,
  };
}
