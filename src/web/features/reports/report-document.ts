/** The reports of a batch as the server keeps them. Scores of quality are 0..1, of privacy 0..100; null is not measured. */
export type ReportDocument = {
  quality: QualityReport | null;
  privacy: PrivacyReport | null;
  from_scratch: FromScratchReport | null;
  /** Which report of its dataset this is, and how many there may be. */
  ordinal: number | null;
  cap: number | null;
};

type Score = number | null;
export type NotMeasured = { metric: string; reason: string; n: number; needed?: number | null };
type Scores = {
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
  sequences: {
    lengths: Score;
    columns: { column: string; interRow: Score; statistic: Score }[];
  } | null;
};

/** How strongly two columns go together: Pearson's r of numbers, else Cramer's V. */
export type Trend = {
  columns: [string, string];
  metric: string;
  score: Score;
  real: Score;
  synthetic: Score;
};

export type QualityReport = Scores & {
  rows: { real: number; synthetic: number; holdout: number | null };
  shapes: { column: string; score: Score; holdout: Score }[];
  diagnostic: { score: Score };
  trends: Trend[];
  tstr: { target: string; synthetic: number; real: number; rows: number } | null;
  holdout: Scores | null;
  overlays: { column: string; bins: { label: string; real: Score; synthetic: Score }[] }[];
  notMeasured: NotMeasured[];
};

export type Attack = {
  name: string;
  risk: number;
  low: number;
  high: number;
  upper: number;
  attack: number;
  attempts: number;
  control: number | null;
  controlAttempts: number;
  people?: number;
  controlPeople?: number;
  baseline: number;
  stronger: boolean;
};

type CopyTest = {
  train: number;
  trainRows: number;
  holdout: number | null;
  holdoutRows: number | null;
  pValue: number | null;
};

export type PrivacyReport = {
  score: Score;
  verdict: 'pass' | 'fail' | 'withheld';
  reason: string;
  assurance: string;
  gates: { name: string; limit: number; reason: string }[];
  copies: CopyTest;
  nearCopies: CopyTest;
  rareValues: CopyTest;
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

export type MetricRow = {
  key: string;
  name: string;
  synthetic: number;
  /** What real rows that were held out get by the same measure. */
  real: number | null;
  aim: 'higher is better' | 'nearer to 0.50 is better';
};

function meanOf(scores: Score[] | undefined): Score {
  const known = scores?.filter((score) => score !== null) ?? [];
  return known.length === 0 ? null : known.reduce((sum, score) => sum + score, 0) / known.length;
}

/** Lengths, steps and means of histories; the latter two averaged over columns. */
function historyScores(scores: Scores | null) {
  const { lengths = null, columns } = scores?.sequences ?? {};
  return {
    lengths,
    interRow: meanOf(columns?.map(({ interRow }) => interRow)),
    statistic: meanOf(columns?.map(({ statistic }) => statistic)),
  };
}

/** The quality metrics that were measured, each beside what real data gets. */
export function metricRows(quality: QualityReport): MetricRow[] {
  const { holdout, tstr } = quality;
  const row = (
    key: string,
    name: string,
    synthetic: Score | undefined,
    real: Score | undefined,
    aim: MetricRow['aim'] = 'higher is better',
  ): MetricRow[] =>
    synthetic === null || synthetic === undefined
      ? []
      : [{ key, name, synthetic, real: real ?? null, aim }];
  const accuracy = (key: 'univariate' | 'bivariate' | 'trivariate' | 'overall', name: string) =>
    row(key, name, quality.accuracy[key], holdout?.accuracy[key]);
  const [made, kept] = [historyScores(quality), historyScores(holdout)];
  return [
    ...row('columnShapes', 'Column shapes', quality.columnShapes, holdout?.columnShapes),
    ...row(
      'columnPairTrends',
      'Column pair trends',
      quality.columnPairTrends,
      holdout?.columnPairTrends,
    ),
    ...accuracy('univariate', 'Accuracy, one column'),
    ...accuracy('bivariate', 'Accuracy, two columns'),
    ...accuracy('trivariate', 'Accuracy, three columns'),
    ...accuracy('overall', 'Accuracy, overall'),
    ...row('sequenceLengths', 'Histories, number of rows', made.lengths, kept.lengths),
    ...row('interRow', 'Histories, steps between rows', made.interRow, kept.interRow),
    ...row('statistic', 'Histories, their means', made.statistic, kept.statistic),
    ...row('diagnostic', 'Validity', quality.diagnostic.score, null),
    ...row(
      'discriminatorAuc',
      'Told apart by a classifier (AUC)',
      quality.discriminatorAuc,
      holdout?.discriminatorAuc,
      'nearer to 0.50 is better',
    ),
    ...row('tstr', `Predicting ${tstr?.target}, trained on it`, tstr?.synthetic, tstr?.real),
  ];
}

/** Two decimals; never 1.00 or 0.00 for what is not quite that. */
export function formatShare(value: number): string {
  const text = value.toFixed(2);
  if (text === '1.00' && value < 1) return '> 0.99';
  if (text === '0.00' && value > 0) return '< 0.01';
  return text;
}

/** Excess risk above which a batch does not pass: groups of fewer than eleven could be told of. */
export const PASS_LINE = 0.09;

/** An attack in words, by where its interval stands. */
export function attackVerdict(attack: Attack): { word: string; tone: 'good' | 'open' | 'bad' } {
  if (!attack.stronger) {
    return { word: 'weaker than guessing, so it shows nothing either way', tone: 'open' };
  }
  if (attack.low > PASS_LINE) {
    return { word: 'learns more than from people who were held out', tone: 'bad' };
  }
  if (attack.upper <= PASS_LINE) {
    return { word: 'stays under the line', tone: 'good' };
  }
  return { word: 'not settled: the interval crosses the line', tone: 'open' };
}

const VERDICTS: Record<PrivacyReport['verdict'], string> = {
  pass: 'Passed the privacy tests',
  fail: 'Did not pass the privacy tests',
  withheld: 'Privacy score withheld',
};

/** The report's headline. */
export function headline(report: ReportDocument | null): string {
  if (report?.privacy) return VERDICTS[report.privacy.verdict];
  if (report?.from_scratch) {
    return report.from_scratch.lawsHold
      ? 'Made from scratch, and the ledger adds up'
      : 'Made from scratch, and the ledger does not add up';
  }
  return report?.quality ? 'Quality measured, privacy not' : 'Not measured yet';
}

/** From here on a report says how many are left. */
const FEW_LEFT = 5;

/** A word on how many reports of the dataset were made, once few are left. */
export function capWarning({
  ordinal,
  cap,
}: Pick<ReportDocument, 'ordinal' | 'cap'>): string | null {
  if (ordinal === null || cap === null || cap - ordinal >= FEW_LEFT) return null;
  return `This is report ${ordinal} of at most ${cap} of its dataset: together they tell more of its people than each alone. An administrator can raise the number.`;
}

/** Everything the parts of a report leave open. */
export function openPoints(report: ReportDocument): NotMeasured[] {
  return [report.quality, report.privacy, report.from_scratch].flatMap(
    (part) => part?.notMeasured ?? [],
  );
}

/**
 * The reports in the one spelling whose SHA-256 the batch's manifest names: their keys come sorted from the
 * server, and numbers are written as they are hashed.
 */
export const reportJson = ({ from_scratch, privacy, quality }: ReportDocument): string =>
  JSON.stringify({ from_scratch, privacy, quality });
