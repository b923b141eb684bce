export { COLUMN_ROLES, type ColumnRoles, type Role } from '../meaning/events/column-roles.ts';
export {
  guessRoles,
  isOutcome,
  readLabels,
  rolesOf,
  rolesOfMapping,
} from '../meaning/events/roles.ts';
export type { Analysis, Anomaly, Band, Evaluation } from './analysis.ts';
export { analyze, bandOf } from './analyze.ts';
export type { AnalyzeOptions, ThresholdOption } from './analyze-options.ts';
export { caseNetwork } from './cases/case-network.ts';
export { caseRows } from './cases/case-rows.ts';
export { type Narrative, narrative } from './cases/narrative.ts';
export { nextChecks } from './cases/next-checks.ts';
export { usualFacts } from './cases/usual.ts';
export type { Cluster, Clusters, Lift } from './clusters/find-clusters.ts';
export type { DataQuality } from './data-quality.ts';
export { DEFAULT_DETECTORS, DETECTORS, type DetectorName } from './detectors/run-detectors.ts';
export type { Reason } from './explain/explain-rows.ts';
export type { DescribedFeature } from './features/feature.ts';
export { type CountryList, HIGH_RISK_COUNTRIES, REPORTING_THRESHOLDS } from './features/lists.ts';
export type { GraphPattern, PatternKind } from './graph/pattern.ts';
export type { LedgerCheck } from './ledger-check.ts';
export { type Ranked, type StoredRanker, spreadOver, type Unranked } from './ranker/apply.ts';
export { CARRIERS, type Decisions } from './ranker/carried-risk.ts';
export { type Decided, type DecidedElsewhere, knownDecisions } from './ranker/known-decisions.ts';
export type { Learned } from './ranker/learn.ts';
export {
  evaluateRanker,
  type Lesson,
  type RankerEvaluation,
  testedFrom,
  trainRanker,
} from './ranker/lessons.ts';
export { MIN_DECISIONS, type Ranker } from './ranker/ranker.ts';
export { readDecisions } from './ranker/read-decisions.ts';
export type { Segment } from './ranker/segments.ts';
export { teach } from './ranker/teach.ts';
export { DetectCancelled } from './run-options.ts';
export { ALERT_ID } from './score-alerts/alerts.ts';
export { type AlertScores, scoreAlerts } from './score-alerts/score-alerts.ts';
export {
  chooseThreshold,
  type Threshold,
  type ThresholdChoice,
} from './thresholds/choose-threshold.ts';
export { engineVersion } from './version.ts';
