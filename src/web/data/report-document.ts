import type { FairnessFigures } from '../../shared/report-sentences/fairness-sentences.ts';
import type { LinkageFigures } from '../../shared/report-sentences/linkage-sentence.ts';
import type { PictureFigures } from '../../shared/report-sentences/picture-table.ts';

import type { Usefulness } from './rows.ts';

/** Stored reports of a batch. Quality is 0..1, privacy 0..100; null: not measured. */
export type ReportDocument = {
  quality: QualityReport | null;
  privacy: PrivacyReport | null;
  from_scratch: FromScratchReport | null;
  /** Position of this report among the reports of its dataset, and the limit. */
  ordinal: number | null;
  cap: number | null;
};

export type Score = number | null;
export type NotMeasured = { metric: string; reason: string; n: number; needed?: number | null };
export type Scores = {
  score: Score;
  columnShapes: Score;
  columnPairTrends: Score;
  accuracy: {
    univariate: Score;
    bivariate: Score;
    trivariate: Score;
    overall: Score;
    expectedMaximum: Score;
  };
  discriminatorAuc: Score;
  /** Missing in earlier reports, like the scores over the real range. */
  discriminatorAucHeldOut?: Score;
  scoreOverRealRange?: Score;
  columnPairTrendsOverRealRange?: Score;
  sequences: {
    lengths: Score;
    columns: { column: string; interRow: Score; statistic: Score }[];
    histories?: { measure: string; real: Score; other: Score; similarity: Score }[];
  } | null;
};

/** Association of two columns: Pearson's r for numbers, else Cramer's V. */
export type Trend = {
  columns: [string, string];
  metric: string;
  score: Score;
  real: Score;
  synthetic: Score;
};

export type Difference = { value: number; low: number; high: number };
type GroupModel = { rate: number | null } | null;
type ModelDifference = { rate: Difference | null; odds: number };

export type FairnessGrouping = FairnessFigures['groupings'][number] & {
  groups: {
    name: string;
    rows: { real: number | null; synthetic: number; holdout: number | null };
    likeness: { synthetic: Score; holdout: Score };
    outcome: { real: Score; synthetic: Score; holdout: Score } | null;
    models: { real: GroupModel; synthetic: GroupModel } | null;
  }[];
  outcomeDifference: {
    real: Difference | null;
    synthetic: Difference | null;
    holdout: Difference | null;
  } | null;
  modelDifference: { real: ModelDifference; synthetic: ModelDifference } | null;
};

export type Fairness = Pick<FairnessFigures, 'outcome'> & {
  sensitive: string[];
  declared: boolean;
  groupings: FairnessGrouping[];
};

type UsefulnessCheck = {
  name: string;
  column?: string;
  synthetic: Score;
  holdout: Score;
  verdict: Usefulness;
  reason: string;
};

export type QualityReport = Scores & {
  /** Missing in reports from before it was judged. */
  usefulness?: {
    verdict: Usefulness | 'withheld';
    reason: string;
    checks: UsefulnessCheck[];
  };
  /** Missing in reports from before it was measured. */
  fairness?: Fairness | null;
  rows: {
    /** Null in the report of a private batch, as are all counts of real rows and people. */
    real: number | null;
    synthetic: number;
    holdout: number | null;
    /** Holdout rows behind the baseline; missing in earlier reports. */
    baseline?: number | null;
  };
  shapes: { column: string; score: Score; holdout: Score }[];
  diagnostic: { score: Score };
  trends: Trend[];
  tstr: { target: string; synthetic: number; real: number; rows: number } | null;
  holdout: Scores | null;
  /** Share of values that parse and look like the file's; missing in earlier reports. */
  forms?: { column: string; parse: Score; mask: Score }[];
  /** Rules found in the real rows; missing in earlier reports. */
  rules?: { kind: string; rule: string; real: Score; synthetic: Score; holdout: Score }[];
  relations?: {
    column: string;
    parent: string;
    parentKey: string;
    orphans: { real: number; synthetic: number };
    /** Null for the real tables of a private batch. */
    mean: { real: number | null; synthetic: number };
    cardinality: Score;
    trends: Score;
  }[];
  overlays: {
    column: string;
    axis?: { kind: 'number' | 'datetime'; scale: 'linear' | 'log'; edges: number[] };
    bins: { label: string; real: Score; synthetic: Score }[];
  }[];
  /** Missing in earlier reports and in those of private batches. */
  pictures?: PictureFigures[];
  notMeasured: NotMeasured[];
};

export type Attack = {
  name: string;
  /** Column whose values are inferred; missing in reports written by version 0.1. */
  column?: string;
  risk: number;
  low: number;
  high: number;
  upper: number;
  attack: number;
  attempts: number | null;
  control: number | null;
  controlAttempts: number | null;
  people?: number;
  controlPeople?: number;
  baseline: number;
  stronger: boolean;
};

type CopyTest = {
  train: number;
  trainRows: number | null;
  holdout: number | null;
  holdoutRows: number | null;
  pValue: number | null;
};

type IdentitySide = { rowsPerPerson: number; consistent: number | null };

export type Persons = {
  columns: {
    column: string;
    kind: string;
    values: number;
    found: number;
    chance: number;
    /** Probability of as many real values by chance; missing in earlier reports. */
    pValue?: number;
  }[];
  identity: { columns: string[]; real: IdentitySide; synthetic: IdentitySide } | null;
};

export type PrivacyReport = {
  score: Score;
  verdict: 'pass' | 'fail' | 'withheld';
  reason: string;
  assurance: string;
  /** Highest score that this kind of evidence allows. */
  cap?: number;
  gates: { name: string; limit: number; reason: string }[];
  copies: CopyTest;
  nearCopies: CopyTest;
  rareValues: CopyTest;
  /** Columns of personal data; missing in private batches and earlier reports. */
  persons?: Persons;
  /** Missing in reports from before it was measured. */
  linkage?: LinkageFigures | null;
  /** Files of few people: attacks pooled over folds, and the largest excess risk left possible. */
  folds?: { folds: number; people: number | null; upper: number };
  attacks: Attack[];
  positiveControl: { planted: number; share: number; detected: boolean } | null;
  guarantee: {
    epsilon: number;
    delta: number;
    rho: number;
    unit: string;
    clean: boolean;
    worstAdvantage: number;
    fits: number;
    budget: number;
  } | null;
  /** Figures of a private batch that the guarantee does not cover. */
  outsideGuarantee?: string[];
  notMeasured: NotMeasured[];
};

export type FromScratchReport = {
  score: Score;
  lawsHold: boolean;
  figures: {
    name: string;
    value: Score;
    target: { low: number; high: number };
    source: string;
    within: boolean | null;
  }[];
  privacy: {
    score: Score;
    reason: string;
    collisions: { name: string; checked: number; found: number }[];
  };
  notMeasured: NotMeasured[];
};
