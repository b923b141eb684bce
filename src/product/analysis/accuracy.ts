import type { AnalysisFindings } from './findings.ts';

/** Returns the accuracy (0..1): AUC against labels, else the agreement of the detectors. */
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
