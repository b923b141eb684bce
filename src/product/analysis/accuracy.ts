import type { AnalysisFindings } from './findings.ts';

/**
 * How well an analysis found what is there, from 0 to 1, and what that number is: against labels where the file has
 * them, else how far the detectors agree. Agreement may be below 0, which is none.
 */
export const accuracyOf = ({
  evaluation,
  agreement,
  detectors,
}: Pick<AnalysisFindings, 'evaluation' | 'agreement' | 'detectors'>): {
  value: number | null;
  basis: string;
} =>
  evaluation !== null
    ? { value: evaluation.auc, basis: 'AUC against the labels of the file' }
    : detectors.length < 2
      ? { value: null, basis: 'not measured: one detector and no labels' }
      : {
          value: Math.max(0, agreement),
          basis: 'mean rank correlation between detectors: agreement, not accuracy: no labels',
        };
