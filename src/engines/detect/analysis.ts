import type { ColumnRoles } from '../meaning/events/column-roles.ts';
import type { Case } from './cases/build-cases.ts';
import type { Clusters } from './clusters/find-clusters.ts';
import type { DataQuality } from './data-quality.ts';
import type { DetectorName } from './detectors/run-detectors.ts';
import type { ScoreEvaluation } from './evaluate-scores.ts';
import type { Reason } from './explain/explain-rows.ts';
import type { GraphPattern } from './graph/pattern.ts';
import type { Ranked, Unranked } from './ranker/apply.ts';
import type { Learned } from './ranker/learn.ts';
import type { ScoredAccount } from './score-accounts.ts';
import type { Threshold } from './thresholds/choose-threshold.ts';

export type Band = 'Low' | 'Medium' | 'High' | 'Critical';

export type Anomaly = {
  /** Row index, from 0. */
  row: number;
  /** Milliseconds; null without a time. */
  at: number | null;
  /** Share of rows that score lower, 0..1; ties count half. */
  score: number;
  band: Band;
  reasons: Reason[];
  tags: string[];
  agreeing: DetectorName[];
  /** The owner's rows up to and including this one, latest last. */
  lastRows: number[];
};

export type Evaluation = ScoreEvaluation & {
  /** Share of positive rows below the threshold. */
  missedShare: number;
  /** Share of positive rows that score below the median: row scores alone can't find them. */
  belowMedianShare: number;
};

export type Analysis = {
  engineVersion: string;
  seed: bigint;
  kind: 'transactions' | 'table';
  roles: ColumnRoles;
  features: string[];
  rows: number;
  /** One score per row, 0..1, in table order. */
  scores: Float64Array;
  anomalies: Anomaly[];
  /** Flagged rows by account (or customer), most evidence first. */
  cases: Case[];
  threshold: Threshold;
  clusters: Clusters;
  detectors: { name: DetectorName; weight: number; auc?: number }[];
  patterns: GraphPattern[];
  /** Accounts (or customers) with the most evidence, if the file has any. */
  accounts: ScoredAccount[];
  evaluation?: Evaluation;
  /** Present if scores were learned from decisions. */
  learned?: Learned;
  /** Present if a stored ranker was given. */
  ranked?: Ranked | Unranked;
  /** Mean Spearman correlation between detectors (agreement, not accuracy); 1 for a single one. */
  agreement: number;
  dataQuality: DataQuality;
};
