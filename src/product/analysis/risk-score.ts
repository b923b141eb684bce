import type { AnalysisFindings } from './findings.ts';

const AGREEING = 3;

export const RISK_METHOD =
  'the sum of four parts from 0 to 1: whether any row was taken; the share of the rows taken that break a rule; ' +
  `the share of them on which at least ${AGREEING} detectors agree; whether a graph pattern was found. ` +
  'It ranks analyses for attention and is no probability.';

/** Returns 0 to 4: the amount of findings to review. */
export function riskScore({
  cases,
  patterns,
}: Pick<AnalysisFindings, 'cases' | 'patterns'>): number {
  if (cases.length === 0) return patterns.length > 0 ? 1 : 0;
  const share = (holds: (one: AnalysisFindings['cases'][number]) => boolean) =>
    cases.filter(holds).length / cases.length;
  return (
    1 +
    share(({ tags }) => tags.length > 0) +
    share(({ agreeing }) => agreeing.length >= AGREEING) +
    (patterns.length > 0 ? 1 : 0)
  );
}
