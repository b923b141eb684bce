import type { QualityReport, Score, Scores } from '../../data/report-document.ts';

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
