import type { DeclaredColumns } from '../../../shared/column-kinds.ts';
import type { Table } from '../../table/table.ts';
import type { PrivacyReport } from '../report/privacy-schema.ts';
import { type RunOptions, stepper } from '../run-options.ts';
import { engineVersion } from '../version.ts';
import { attackResult } from './attacks/attack-result.ts';
import type { CopyTest } from './copies.ts';
import { directEvidence } from './direct-evidence.ts';
import { distancesOf } from './distances.ts';
import type { FoldDraw } from './folds/fold-evidence.ts';
import { foldsFor } from './folds/folds-for.ts';
import { gatesOf } from './gates.ts';
import { outOfReach } from './out-of-reach.ts';
import { layOut } from './privacy-tables.ts';
import { reasonFor, widest, withheldFor } from './reasons.ts';
import {
  type Assurance,
  capOf,
  type Gate,
  type Guarantee,
  PASS_LINE,
  privacyScore,
} from './score.ts';
import { unsettled } from './settled.ts';

/** Highest score of files measured in folds: their intervals are wide. */
const FOLDS_CAP = 75;

export type PrivacyOptions = RunOptions & {
  seed: bigint;
  roles?: DeclaredColumns;
  /** Customer or account column, if one has several rows. */
  entity?: string;
  /** Columns to infer; by default the four least predictable from others. */
  secrets?: readonly string[];
  guarantee?: Guarantee;
  /**
   * Learns and draws as the batch was made. With it, files of at least 20 people but too few rows are
   * measured in folds.
   */
  draw?: FoldDraw;
};

const shown = (test: CopyTest, hasHoldout: boolean) =>
  hasHoldout ? test : { ...test, holdout: null, holdoutRows: null, pValue: null };

/**
 * Measures the privacy of synthetic rows: the excess of attack success on training people over
 * success on people held out, and a score of 0 to 100 from the worst attack.
 *
 * @param train training rows
 * @param holdout unseen rows of the same population, separated by customer; null if there are none
 * @param synthetic generated rows
 * @throws MeasureCancelled once options.signal is set
 */
export function privacyReport(
  train: Table,
  {
    holdout,
    synthetic,
    options,
  }: { holdout: Table | null; synthetic: Table; options: PrivacyOptions },
): PrivacyReport {
  const step = stepper(options);
  const { seed, spread } = options;
  const guarantee = options.guarantee ?? null;
  step('columns', 0, 1);
  const tables = layOut(train, {
    holdout,
    synthetic,
    seed,
    roleOf: options.roles,
    entity: options.entity,
  });
  const { roles } = tables;
  const hasHoldout = holdout !== null;

  const { draw, entity, roles: givenRoles, secrets } = options;
  const direct = directEvidence(tables, { entity, secrets, seed, step, spread });
  const folded = foldsFor({
    ...{ train, holdout, direct },
    options: { draw, entity, roles: givenRoles, secrets, seed, step, spread },
  });
  const { run, tests, unlinked, control } = folded ?? direct;
  const { linked } = tests;
  const { persons } = direct.tests;
  const distances = distancesOf(tables, { seed, step, spread });
  const isFolded = folded !== null;
  const attacks = run.tries.map((tries) => attackResult(tries, run.tries.length, isFolded));

  const gates = uniqueGates([
    ...gatesOf(direct.tests, hasHoldout, guarantee),
    ...(isFolded ? gatesOf(tests, true, null) : []),
  ]);
  const hasControl = hasHoldout || isFolded;
  const complete = hasControl && run.notMeasured.length === 0;
  const customer = guarantee !== null && guarantee.unit === 'customer' && guarantee.clean;
  const assurance: Assurance = !complete ? 'A1' : customer ? 'A3' : 'A2';
  const withheld = withheldFor({
    ...{ hasControl, isFolded, control, attacks, gates },
    missing: run.notMeasured,
  });
  const cap = Math.min(capOf(assurance, guarantee), isFolded ? FOLDS_CAP : 100);
  const exact = Math.min(
    cap,
    privacyScore(gates, {
      assurance,
      guarantee,
      excesses: attacks.map(({ counted }) => counted),
      linkageP: linked?.pValue ?? null,
    }),
  );
  const passes = exact >= PASS_LINE;
  step('done', 1, 1);
  return {
    schema: 'privacy/1',
    engine: engineVersion,
    seed: String(seed),
    rows: { train: train.rows, synthetic: synthetic.rows, holdout: holdout?.rows ?? null },
    columns: roles,
    score: withheld === null ? Math.floor(exact) : null,
    verdict: withheld !== null ? 'withheld' : passes ? 'pass' : 'fail',
    reason: withheld ?? reasonFor(gates, { attacks, passes, linked, folded }),
    ...(folded !== null && {
      folds: { folds: folded.folds, people: folded.people, upper: widest(attacks) },
    }),
    assurance,
    cap,
    passLine: PASS_LINE,
    gates,
    copies: shown(tests.copies, hasControl),
    nearCopies: shown(tests.near, hasControl),
    rareValues: shown(tests.rare, hasControl),
    ...(persons !== null && { persons }),
    linkage: linked,
    distances,
    attacks,
    positiveControl: control,
    guarantee:
      guarantee === null
        ? null
        : { ...guarantee, worstAdvantage: Math.min(1, Math.sqrt(guarantee.rho / 2)) },
    notMeasured: [
      ...run.notMeasured,
      ...unlinked,
      ...unsettled(attacks),
      ...outOfReach(tables, run, {
        hasEntity: options.entity !== undefined,
        isGuaranteed: guarantee !== null,
        isFolded,
      }),
    ],
  };
}

/** Returns each failed gate once; the batch's own come before those of the folds. */
const uniqueGates = (gates: readonly Gate[]): Gate[] =>
  gates.filter(({ name }, i) => gates.findIndex((other) => other.name === name) === i);
