import type { QualityReport } from '../report/quality-schema.ts';
import { type UsefulnessCheck, verdictOn } from './check.ts';
import type { Sides } from './sides.ts';

type Figures = Pick<
  QualityReport,
  | 'accuracy'
  | 'columnPairTrendsOverRealRange'
  | 'discriminatorAuc'
  | 'discriminatorAucHeldOut'
  | 'holdout'
  | 'sequences'
  | 'tstr'
>;

const two = (value: number) => value.toFixed(2);
const beside = (value: number | null) => (value === null ? '' : `, held-out rows ${two(value)}`);

/** Judges a similarity against that of held-out rows; sampling alone keeps both below 1. */
function similarity(
  {
    name,
    synthetic,
    holdout,
    what,
    limits,
  }: {
    name: string;
    synthetic: number | null | undefined;
    holdout: number | null | undefined;
    what: string;
    limits: { limited: number; unfit: number };
  },
  error: number,
): UsefulnessCheck[] {
  if (synthetic === null || synthetic === undefined) return [];
  if (holdout === null || holdout === undefined) return [];
  return [
    {
      name,
      synthetic,
      holdout,
      verdict: verdictOn(holdout - synthetic, limits, error),
      reason: `${what} differ: similarity ${two(synthetic)}${beside(holdout)}`,
    },
  ];
}

function classifier(figures: Figures, error: number): UsefulnessCheck[] {
  const auc = figures.discriminatorAucHeldOut ?? figures.discriminatorAuc;
  if (auc === null) return [];
  const usual = figures.holdout?.discriminatorAuc ?? null;
  return [
    {
      name: 'classifier',
      synthetic: auc,
      holdout: usual,
      verdict: verdictOn(
        auc - Math.max(0.5, usual ?? 0.5),
        { limited: 0.15, unfit: 0.47 },
        error / 2,
      ),
      reason: `a classifier distinguishes synthetic rows from real ones: AUC ${two(auc)}${beside(usual)}`,
    },
  ];
}

/** Smallest AUC above guessing of a model of real rows that makes a target predictable. */
const PREDICTABLE = 0.05;
/** Smallest loss of AUC that counts, however little the real model gains. */
const MIN_AUC_LOSS = 0.03;

function trainOnSynthetic({ tstr }: Figures, error: number): UsefulnessCheck[] {
  if (tstr === null || tstr.real < 0.5 + PREDICTABLE) return [];
  const lost = tstr.real - tstr.synthetic;
  const share = lost / (tstr.real - 0.5);
  const verdict = verdictOn(share, { limited: 0.15, unfit: 0.6 });
  return [
    {
      name: 'train on synthetic',
      column: tstr.target,
      synthetic: tstr.synthetic,
      holdout: tstr.real,
      verdict: lost < MIN_AUC_LOSS + error ? 'useful' : verdict,
      reason: `models trained on it predict ${tstr.target} worse: AUC ${two(tstr.synthetic)}, trained on real rows ${two(tstr.real)}`,
    },
  ];
}

const meanOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
};

function sequences({ sequences: own, holdout }: Figures, error: number): UsefulnessCheck[] {
  if (own === null) return [];
  const kept = holdout?.sequences ?? null;
  const limits = { limited: 0.1, unfit: 0.4 };
  const mean = (scores: typeof kept, key: 'interRow' | 'statistic') =>
    scores === null ? null : meanOf(scores.columns.map((column) => column[key]));
  const figures = [
    ['sequence lengths', 'numbers of rows per entity', own.lengths, kept?.lengths],
    [
      'sequence steps',
      'steps between rows of an entity',
      mean(own, 'interRow'),
      mean(kept, 'interRow'),
    ],
    ['sequence means', 'means of entities', mean(own, 'statistic'), mean(kept, 'statistic')],
  ] as const;
  return figures.flatMap(([name, what, synthetic, held]) =>
    similarity({ name, what, synthetic, holdout: held, limits }, error),
  );
}

/** Judges figures of whole tables: joint distributions, classifier, models, sequences. */
export function tableChecks(
  figures: Figures,
  { error, modelError }: Sides & { modelError: number },
): UsefulnessCheck[] {
  const { accuracy, holdout } = figures;
  return [
    ...similarity(
      {
        name: 'pairs of columns',
        what: 'pairs of columns',
        synthetic: accuracy.bivariate,
        holdout: holdout?.accuracy.bivariate,
        limits: { limited: 0.06, unfit: 0.3 },
      },
      error / 2,
    ),
    ...similarity(
      {
        name: 'correlations',
        what: 'correlations',
        synthetic: figures.columnPairTrendsOverRealRange,
        holdout: holdout?.columnPairTrendsOverRealRange,
        limits: { limited: 0.08, unfit: 0.3 },
      },
      error / 2,
    ),
    ...classifier(figures, error),
    ...trainOnSynthetic(figures, modelError),
    ...sequences(figures, error),
  ];
}
