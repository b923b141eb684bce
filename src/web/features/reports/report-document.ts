/** A batch's report as the server keeps it: scores of quality 0..1, of privacy 0..100, as `evaluate` prints them. */
export type ReportDocument = {
  quality: {
    score: number;
    columnShapes?: number;
    columnPairTrends?: number;
    scoreWithoutThresholds?: number;
    diagnostic?: number;
    accuracy?: {
      univariate: number;
      bivariate: number;
      trivariate?: number;
      overall: number;
      expectedMaximum?: number;
    };
    discriminatorAuc?: number;
    tstr?: { synthetic: number; real: number };
  };
  privacy?: {
    score: number | null;
    verdict: string;
    assurance?: string;
    dcrShare?: number;
    copies?: { train: number; holdout: number; pValue: number };
    attacks: Attack[];
    positiveControl?: boolean | { passed: boolean };
  };
  columns?: ColumnOverlay[];
  notMeasured?: { name: string; reason: string; n?: number }[];
};

export type Attack = {
  name: string;
  risk: number;
  low: number;
  high: number;
  control: number;
  baseline: number;
};

export type ColumnOverlay = {
  name: string;
  score?: number;
  bins: { label: string; real: number; synthetic: number }[];
};

export type MetricRow = {
  key: string;
  name: string;
  synthetic: number;
  /** What real data held out would get, where that is known. */
  real: number | null;
  better: 'higher' | 'lower' | 'half';
};

/** The quality metrics that were measured, each beside what real data would get. */
export function metricRows(quality: ReportDocument['quality']): MetricRow[] {
  const { accuracy, tstr } = quality;
  const ceiling = accuracy?.expectedMaximum ?? null;
  const rows: (MetricRow | null)[] = [
    row('columnShapes', 'Column shapes', quality.columnShapes),
    row('columnPairTrends', 'Column pair trends', quality.columnPairTrends),
    row('univariate', 'Accuracy, one column', accuracy?.univariate),
    row('bivariate', 'Accuracy, two columns', accuracy?.bivariate),
    row('trivariate', 'Accuracy, three columns', accuracy?.trivariate),
    row('overall', 'Accuracy, overall', accuracy?.overall, ceiling),
    row('diagnostic', 'Validity', quality.diagnostic, 1),
    row(
      'discriminatorAuc',
      'Told apart by a classifier (AUC)',
      quality.discriminatorAuc,
      0.5,
      'half',
    ),
    row('tstr', 'Trained on it, tested on real', tstr?.synthetic, tstr?.real ?? null),
  ];
  return rows.filter((one): one is MetricRow => one !== null);
}

function row(
  key: string,
  name: string,
  synthetic: number | undefined,
  real: number | null = null,
  better: MetricRow['better'] = 'higher',
): MetricRow | null {
  return synthetic === undefined ? null : { key, name, synthetic, real, better };
}

/** Two decimals; never 1.00 or 0.00 for what is not quite that. */
export function formatShare(value: number): string {
  const text = value.toFixed(2);
  if (text === '1.00' && value < 1) return '> 0.99';
  if (text === '0.00' && value > 0) return '< 0.01';
  return text;
}

/** An attack in words, by where its interval stands to what guessing gets. */
export function attackVerdict(attack: Attack): { word: string; tone: 'good' | 'open' | 'bad' } {
  if (attack.low > Math.max(attack.control, attack.baseline)) {
    return { word: 'learns more than from people who are not in the data', tone: 'bad' };
  }
  if (attack.high <= Math.max(attack.control, attack.baseline) + 0.05) {
    return { word: 'no better than guessing', tone: 'good' };
  }
  return { word: 'not told apart from guessing; the interval is wide', tone: 'open' };
}
