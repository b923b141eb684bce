import type { Clusters } from './clusters/find-clusters.ts';
import type { ColumnRoles } from './column-roles.ts';
import type { DataQuality } from './data-quality.ts';
import type { DetectorName } from './detectors/run-detectors.ts';
import type { ScoreEvaluation } from './evaluate-scores.ts';
import type { Reason } from './explain/explain-rows.ts';
import type { GraphPattern } from './graph/pattern.ts';
import type { ScoredAccount } from './graph/score-accounts.ts';
import type { Threshold } from './thresholds/choose-threshold.ts';

export type Band = 'Low' | 'Medium' | 'High' | 'Critical';

export type Anomaly = {
  /** Place in the file, from 0. */
  row: number;
  /** 0..1: share of the rows that score lower, ties half. */
  score: number;
  band: Band;
  reasons: Reason[];
  /** Rules of the rule book that the row breaks. */
  tags: string[];
  /** Detectors that put the row among their own top percent. */
  agreeing: DetectorName[];
  /** The owner's rows up to this one, the latest last. */
  lastRows: number[];
};

export type Evaluation = ScoreEvaluation & {
  /** Share of the positive rows that the threshold leaves out. */
  missedShare: number;
  /** Share of the positive rows that score below the median: no score of rows alone will find them. */
  belowMedianShare: number;
};

export type Analysis = {
  engineVersion: string;
  seed: bigint;
  kind: 'transactions' | 'table';
  roles: ColumnRoles;
  features: string[];
  rows: number;
  /** 0..1, one a row in the table's order. */
  scores: Float64Array;
  /** The rows taken, most unusual first. */
  anomalies: Anomaly[];
  threshold: Threshold;
  clusters: Clusters;
  detectors: { name: DetectorName; weight: number; auc?: number }[];
  patterns: GraphPattern[];
  /** Where the file is one of transfers: the accounts whose transfers stand out most. */
  accounts: ScoredAccount[];
  /** Where the file carries labels. */
  evaluation?: Evaluation;
  /** Mean rank correlation between detectors (Spearman): agreement, not accuracy. 1 where there is one. */
  agreement: number;
  dataQuality: DataQuality;
};
