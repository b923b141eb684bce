import type { ColumnRoles } from '../meaning/events/column-roles.ts';
import type { Table } from '../table/table.ts';
import type { DetectorName } from './detectors/run-detectors.ts';
import type { DescribedFeature } from './features/feature.ts';
import type { RuleLists } from './features/rules.ts';
import type { PatternOptions } from './graph/find-patterns.ts';
import type { StoredRanker } from './ranker/apply.ts';
import type { Decisions } from './ranker/carried-risk.ts';
import type { RunOptions } from './run-options.ts';
import type { ThresholdChoice } from './thresholds/choose-threshold.ts';

/** Threshold choice whose baseline is a table with the file's columns, scored with the file. */
export type ThresholdOption =
  | Exclude<ThresholdChoice, { method: 'false-discovery' }>
  | { method: 'false-discovery'; alpha: number; baseline: Table };

export type AnalyzeOptions = RunOptions & {
  seed: bigint;
  roles?: ColumnRoles;
  ignore?: readonly string[];
  withoutFeatures?: readonly string[];
  /** Meaning of the columns of a plain table. */
  described?: Readonly<Record<string, DescribedFeature>>;
  /** 1 for rows confirmed as fraud: scored, but excluded from their owner's usual behavior. */
  confirmed?: Uint8Array;
  /** Reviewers' decisions to learn from; confirmed rows leave their owner's usual behavior too. */
  decisions?: Decisions;
  /** Ranker trained before: ranks the rows instead of one learned from `decisions` alone. */
  ranker?: StoredRanker;
  detectors?: readonly DetectorName[];
  threshold?: ThresholdOption;
  clusters?: number;
  lists?: Partial<RuleLists>;
  patterns?: PatternOptions;
};
