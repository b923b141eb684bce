import type { DeclaredColumns } from '../../../shared/column-kinds.ts';
import { MIN_SCORED_ROWS } from '../../../shared/scored-rows.ts';
import type { Spread } from '../../spread.ts';
import { modeledPayments } from '../../synthesize/payments/modeled-payments.ts';
import type { Table } from '../../table/table.ts';
import { measuredColumns } from '../measured-columns.ts';
import { tooFew } from '../report/not-measured.ts';
import type { QualityReport } from '../report/quality-schema.ts';
import { type RunOptions, type Step, stepper } from '../run-options.ts';
import { usefulness } from '../usefulness/usefulness.ts';
import { engineVersion } from '../version.ts';
import { type Accuracy, accuracy } from './accuracy/accuracy.ts';
import { accuracyBins, type BinnedColumn } from './accuracy/accuracy-bins.ts';
import { alignColumns, type SidedColumn } from './align-columns.ts';
import { baselineOf } from './baseline-of.ts';
import { diagnose } from './diagnostic.ts';
import { discriminate } from './discriminator.ts';
import { fairness, noGroups } from './fairness/fairness.ts';
import { cappedScore, formChecks } from './forms.ts';
import { generatedColumns, MIN_ACCURACY_ROWS, noSequences, omissions } from './omissions.ts';
import { overlays } from './overlays.ts';
import { pictures } from './pictures/pictures.ts';
import { qualityScore } from './quality-score.ts';
import { cappedByRules, ruleScores } from './rules.ts';
import { sequenceScores } from './sequence-scores.ts';
import { columnPairTrends } from './shapes-and-trends/column-pair-trends.ts';
import { columnShapes } from './shapes-and-trends/column-shapes.ts';
import { guessTarget, rarestTested, trainBoth, transfer } from './train-on-synthetic.ts';

export type QualityOptions = RunOptions & {
  seed: bigint;
  holdout?: Table;
  /** Target column of a predictive model; by default the last with two to ten values. */
  target?: string;
  roles?: DeclaredColumns;
  /** Sensitive columns; by default guessed from names and values. */
  sensitive?: readonly string[];
  entity?: string;
  /** True if the rows were drawn under conditions, so that they differ from the file by design. */
  conditioned?: boolean;
};

/** Drops accuracies that have too few rows; then the overall mean is null too. */
function carried(detail: Accuracy, rows: number): Accuracy {
  const keep = (name: keyof typeof MIN_ACCURACY_ROWS) =>
    rows >= MIN_ACCURACY_ROWS[name] ? detail[name] : null;
  const all = rows >= MIN_ACCURACY_ROWS.trivariate;
  return {
    univariate: keep('univariate'),
    bivariate: keep('bivariate'),
    trivariate: keep('trivariate'),
    overall: all ? detail.overall : null,
    expectedMaximum: all ? detail.expectedMaximum : null,
  };
}

/** Measures the similarity of a side to the real rows: 1 synthetic, 2 holdout. */
function likeness(
  columns: readonly SidedColumn[],
  {
    bins,
    side,
    seed,
    step,
    spread,
  }: {
    bins: readonly BinnedColumn[];
    side: 1 | 2;
    seed: bigint;
    step: Step;
    spread: Spread | undefined;
  },
) {
  const suffix = side === 1 ? '' : ', holdout';
  const shapes = columnShapes(columns, side);
  const trends = columnPairTrends(columns, side, (done, total) =>
    step(`pairs of columns${suffix}`, done, total),
  );
  const accuracyDetail = accuracy(bins, {
    seed,
    side,
    step: (done, total) => step(`accuracy${suffix}`, done, total),
  });
  const discriminated = discriminate(columns, {
    seed,
    sides: [0, side],
    spread,
    step: () => step(`discriminator${suffix}`, 0, 1),
  });
  return {
    shapes,
    trends,
    score: qualityScore(shapes, trends),
    accuracyDetail,
    discriminatorAuc: discriminated?.auc ?? null,
  };
}

/** Trains models of the target on real and on synthetic rows; null without a target column. */
function learnedOn(
  columns: readonly SidedColumn[],
  {
    target,
    seed,
    step,
    spread,
  }: { target: string | null; seed: bigint; step: Step; spread: Spread | undefined },
) {
  if (target === null) return null;
  const pause = () => step('train on synthetic', 0, 1);
  return trainBoth(columns, { targetName: target, seed, spread, step: pause });
}

/**
 * Measures the fidelity and utility of a synthetic table: SDMetrics' quality and diagnostic scores,
 * mostlyai-qa's accuracies, a discriminator, and models trained on synthetic rows. With a holdout,
 * each number has a baseline of real rows. Definitions: docs/methods/metrics.
 *
 * @param real training rows
 * @param synthetic generated rows
 * @throws MeasureCancelled once options.signal is set
 */
export function qualityReport(
  real: Table,
  synthetic: Table,
  options: QualityOptions,
): QualityReport {
  const payments = modeledPayments(real, synthetic, options.roles);
  if (payments === null) return compare(real, synthetic, options);
  const { shown, columns } = payments;
  const { holdout } = options;
  const modeled = Object.fromEntries(columns.map((name) => [name, 'feature' as const]));
  return compare(shown(real), shown(synthetic), {
    ...options,
    roles: { ...options.roles, ...modeled },
    ...(holdout && { holdout: shown(holdout) }),
  });
}

function compare(real: Table, synthetic: Table, options: QualityOptions): QualityReport {
  const step = stepper(options);
  const { seed, holdout, spread } = options;
  step('columns', 0, 1);
  const roles = measuredColumns(real, options.roles);
  const features = roles.filter(({ role }) => role === 'feature').map(({ name }) => name);
  const baseline = holdout && baselineOf(holdout, synthetic.rows, options);
  const tables = baseline === undefined ? [real, synthetic] : [real, synthetic, baseline];
  const columns = alignColumns(tables, features);
  const bins = accuracyBins(columns);
  const keys = roles.filter(({ role }) => role === 'key').map(({ name }) => name);
  const rows = Math.min(real.rows, synthetic.rows);
  const forms = formChecks(real, synthetic, roles);
  step('rules', 0, 1);
  const rules = ruleScores(
    real,
    { synthetic, holdout: baseline },
    { roles, entity: options.entity },
  );

  const { shapes, trends, score, accuracyDetail, discriminatorAuc } = likeness(columns, {
    bins,
    side: 1,
    seed,
    step,
    spread,
  });
  const target = options.target ?? guessTarget(columns);
  const wholeHoldout =
    holdout === undefined || holdout === baseline
      ? columns
      : alignColumns([real, synthetic, holdout], features);
  const learned =
    holdout === undefined ? null : learnedOn(wholeHoldout, { target, seed, step, spread });
  const tstr = learned && transfer(learned);
  step('fairness', 0, 1);
  const groups = fairness(wholeHoldout, { target, learned, declared: options.sensitive });
  const heldOut =
    holdout === undefined
      ? null
      : discriminate(wholeHoldout, {
          seed,
          sides: [2, 1],
          spread,
          step: () => step('discriminator against the holdout', 0, 1),
        });
  const reference =
    baseline === undefined ? null : likeness(columns, { bins, side: 2, seed, step, spread });
  const capped = (value: number | null) =>
    synthetic.rows < MIN_SCORED_ROWS
      ? null
      : cappedByRules(cappedScore(value, forms), rules, synthetic.rows);
  const sequenceScoresOf = (other: Table, side: number) =>
    options.entity === undefined
      ? null
      : sequenceScores([real, other], columns, side, options.entity);
  const sequences = sequenceScoresOf(synthetic, 1);
  const heldSequences = baseline === undefined ? null : sequenceScoresOf(baseline, 2);
  step('pictures', 0, 1);
  const drawn = pictures(baseline === undefined ? [real, synthetic] : [real, synthetic, baseline], {
    columns,
    bins,
    trends,
    entity: options.entity,
  });
  step('done', 1, 1);

  const figures: Omit<QualityReport, 'usefulness'> = {
    schema: 'quality/1',
    engine: engineVersion,
    seed: String(seed),
    rows: {
      real: real.rows,
      synthetic: synthetic.rows,
      holdout: holdout?.rows ?? null,
      baseline: baseline?.rows ?? null,
    },
    columns: roles,
    ...score,
    score: capped(score.score),
    scoreOverRealRange: capped(score.scoreOverRealRange),
    shapes: shapes.map((shape, i) => ({
      ...shape,
      holdout: reference?.shapes[i]?.score ?? null,
    })),
    trends: trends.map(({ realRange: _, ...trend }) => trend),
    forms,
    rules,
    diagnostic: diagnose(real, { synthetic, columns, keys }),
    accuracy: carried(accuracyDetail, rows),
    accuracyByColumn: rows >= MIN_ACCURACY_ROWS.univariate ? accuracyDetail.columns : [],
    discriminatorAuc,
    discriminatorAucHeldOut: heldOut?.auc ?? null,
    tstr,
    fairness: groups,
    sequences: typeof sequences === 'number' ? null : sequences,
    holdout: reference && {
      ...reference.score,
      accuracy: carried(reference.accuracyDetail, Math.min(real.rows, baseline?.rows ?? 0)),
      discriminatorAuc: reference.discriminatorAuc,
      sequences: typeof heldSequences === 'number' ? null : heldSequences,
    },
    overlays: overlays(columns, bins),
    pictures: drawn,
    notMeasured: [
      ...generatedColumns(roles, synthetic.rows),
      ...tooFew({
        metric: 'quality score',
        what: 'synthetic rows',
        n: synthetic.rows,
        needed: MIN_SCORED_ROWS,
      }),
      ...omissions({
        real,
        synthetic,
        columns,
        holdout: options.holdout,
        target,
        noTransfer: tstr === null,
      }),
      ...noGroups(groups),
      ...noSequences(sequences),
    ],
  };
  return {
    ...figures,
    usefulness: usefulness({
      ...{ real, synthetic, baseline, columns, forms, figures },
      entity: options.entity,
      conditioned: options.conditioned ?? false,
      shapes: { synthetic: shapes, holdout: reference?.shapes ?? null },
      trends: { synthetic: trends, holdout: reference?.trends ?? null },
      fewestTested: learned && rarestTested(learned),
    }),
  };
}
