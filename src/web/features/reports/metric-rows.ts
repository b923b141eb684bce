import type { QualityReport, Score, Scores } from '../../data/report-document.ts';

export type MetricRow = {
  key: string;
  name: string;
  synthetic: number;
  /** Holdout baseline. */
  real: number | null;
  aim: 'higher is better' | 'nearer to 0.50 is better';
};

function meanOf(scores: Score[] | undefined): Score {
  const measured = scores?.filter((score) => score !== null) ?? [];
  return measured.length === 0
    ? null
    : measured.reduce((sum, score) => sum + score, 0) / measured.length;
}

function historyScores(scores: Scores | null) {
  const { lengths = null, columns } = scores?.sequences ?? {};
  return {
    lengths,
    interRow: meanOf(columns?.map(({ interRow }) => interRow)),
    statistic: meanOf(columns?.map(({ statistic }) => statistic)),
  };
}

export function metricRows(quality: QualityReport): MetricRow[] {
  const { holdout, tstr } = quality;
  const row = ({
    key,
    name,
    synthetic,
    real,
    aim = 'higher is better',
  }: {
    key: string;
    name: string;
    synthetic: Score | undefined;
    real: Score | undefined;
    aim?: MetricRow['aim'] | undefined;
  }): MetricRow[] =>
    synthetic === null || synthetic === undefined
      ? []
      : [{ key, name, synthetic, real: real ?? null, aim }];
  const accuracy = (key: 'univariate' | 'bivariate' | 'trivariate' | 'overall', name: string) =>
    row({ key, name, synthetic: quality.accuracy[key], real: holdout?.accuracy[key] });
  const [made, kept] = [historyScores(quality), historyScores(holdout)];
  return [
    ...row({
      key: 'columnShapes',
      name: 'Column shapes',
      synthetic: quality.columnShapes,
      real: holdout?.columnShapes,
    }),
    ...row({
      key: 'columnPairTrends',
      name: 'Column pair trends',
      synthetic: quality.columnPairTrends,
      real: holdout?.columnPairTrends,
    }),
    ...row({
      key: 'columnPairTrendsOverRealRange',
      name: 'Column pair trends, real range',
      synthetic: quality.columnPairTrendsOverRealRange,
      real: holdout?.columnPairTrendsOverRealRange,
    }),
    ...accuracy('univariate', 'Accuracy, one column'),
    ...accuracy('bivariate', 'Accuracy, two columns'),
    ...accuracy('trivariate', 'Accuracy, three columns'),
    ...accuracy('overall', 'Accuracy, overall'),
    ...row({
      key: 'sequenceLengths',
      name: 'Sequence length',
      synthetic: made.lengths,
      real: kept.lengths,
    }),
    ...row({
      key: 'interRow',
      name: 'Sequence interval',
      synthetic: made.interRow,
      real: kept.interRow,
    }),
    ...row({
      key: 'statistic',
      name: 'Sequence mean',
      synthetic: made.statistic,
      real: kept.statistic,
    }),
    ...row({
      key: 'diagnostic',
      name: 'Validity',
      synthetic: quality.diagnostic.score,
      real: null,
    }),
    ...row({
      key: 'discriminatorAuc',
      name: 'Discriminator AUC, training rows',
      synthetic: quality.discriminatorAuc,
      real: holdout?.discriminatorAuc,
      aim: 'nearer to 0.50 is better',
    }),
    ...row({
      key: 'discriminatorAucHeldOut',
      name: 'Discriminator AUC, held-out rows',
      synthetic: quality.discriminatorAucHeldOut,
      real: holdout?.discriminatorAuc,
      aim: 'nearer to 0.50 is better',
    }),
    ...row({
      key: 'tstr',
      name: `ML utility (TSTR): ${tstr?.target}`,
      synthetic: tstr?.synthetic,
      real: tstr?.real,
    }),
  ];
}
