export { measureMemory } from './measure-memory.ts';
export type { FoldDraw } from './privacy/folds/fold-evidence.ts';
export { overlapOf } from './privacy/overlap.ts';
export { type PrivacyOptions, privacyReport } from './privacy/privacy-report.ts';
export type { Guarantee } from './privacy/score.ts';
export { type FormCheck, worstForm } from './quality/forms.ts';
export { type MultiTableScore, multiTableScore, type Relationship } from './quality/multi-table.ts';
export { childrenPicture } from './quality/pictures/children.ts';
export { type QualityOptions, qualityReport } from './quality/quality-report.ts';
export { relationQuality } from './quality/relation-quality.ts';
export { type RuleScore, worstRule } from './quality/rules.ts';
export {
  groupRows,
  interRowMsas,
  type Sequences,
  sequenceLengthSimilarity,
  statisticMsas,
} from './quality/sequences.ts';
export {
  type CollisionCheck,
  type FromScratchReport,
  fromScratchReport,
  fromScratchReportSchema,
  type TargetFigure,
} from './report/from-scratch.ts';
export { reportsOfPrivateBatch } from './report/outside-guarantee.ts';
export { type PrivacyReport, privacyReportSchema } from './report/privacy-schema.ts';
export { publishReport, type Report } from './report/publish.ts';
export {
  type QualityReport,
  qualityReportSchema,
  type RelationQuality,
} from './report/quality-schema.ts';
export { type BatchReports, reportsSchema } from './report/reports-schema.ts';
export { MeasureCancelled } from './run-options.ts';
export { engineVersion } from './version.ts';
