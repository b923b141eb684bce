import {
  isWeakLinkage,
  linkageSentence,
} from '../../../shared/report-sentences/linkage-sentence.ts';
import type { ColumnRole } from '../../table/column-role.ts';
import type { Table } from '../../table/table.ts';
import type { NotMeasured } from '../report/not-measured.ts';
import type { Attack, PrivacyReport } from '../report/privacy-schema.ts';
import { type RunOptions, stepper } from '../run-options.ts';
import { engineVersion } from '../version.ts';
import { attackResult } from './attacks/attack-result.ts';
import { type AttackRun, runAttacks } from './attacks/run-attacks.ts';
import { type CopyTest, exactCopies, exceedsChance, keySet, nearCopies } from './copies.ts';
import { distancesOf } from './distances.ts';
import { gatesOf, PERSONS_GATE, type Tests } from './gates.ts';
import { type Linkage, linkage } from './linkage/linkage.ts';
import { personsIn } from './persons.ts';
import { type PositiveControl, plantCopies } from './positive-control.ts';
import { HOLDOUT, layOut, type PrivacyTables, SYNTHETIC, TRAIN } from './privacy-tables.ts';
import { rareValues } from './rare-values.ts';
import { rowKeys } from './row-keys.ts';
import {
  type Assurance,
  capOf,
  type Gate,
  type Guarantee,
  PASS_LINE,
  privacyScore,
} from './score.ts';
import { isUninformative, unsettled } from './settled.ts';

export type PrivacyOptions = RunOptions & {
  seed: bigint;
  roles?: Readonly<Partial<Record<string, ColumnRole>>>;
  /** Customer or account column, if one has several rows. */
  entity?: string;
  /** Columns to infer; by default the four least predictable from others. */
  secrets?: readonly string[];
  guarantee?: Guarantee;
};

/** Reason of a missing score; callers add how rows are kept aside. */
const NO_HOLDOUT =
  'not scored: no rows were kept aside, so leakage and chance cannot be distinguished';

function withheldFor(
  tables: PrivacyTables,
  {
    missing,
    control,
    attacks,
    gates,
  }: {
    missing: readonly NotMeasured[];
    control: PositiveControl | null;
    attacks: readonly Attack[];
    gates: readonly Gate[];
  },
): string | null {
  // Real names among the drawn ones need no attack.
  if (gates.some(({ name }) => name === PERSONS_GATE)) return null;
  if (tables.holdout === null) {
    return gates.length > 0 ? null : NO_HOLDOUT;
  }
  const [first] = missing;
  if (first !== undefined) {
    return `not scored: ${first.metric} could not be measured, ${first.reason}; there are ${first.n}`;
  }
  if (control !== null && !control.detected) return 'not scored: planted copies were not detected';
  const open = gates.length > 0 ? undefined : attacks.find(isUninformative);
  if (open !== undefined) {
    return `not scored: ${open.name} is inconclusive with this few rows; its excess risk may be up to ${open.upper.toFixed(2)}`;
  }
  return null;
}

function outOfReach(
  tables: PrivacyTables,
  { secrets, knownColumns }: AttackRun,
  entity: boolean,
  guaranteed: boolean,
): NotMeasured[] {
  const never = (metric: string, reason: string): NotMeasured => ({
    metric,
    reason,
    n: 0,
    needed: null,
  });
  const skipped = tables.roles.filter(({ role }) => role !== 'feature').map(({ name }) => name);
  const open = tables.columns
    .map(({ name }) => name)
    .filter((name) => !secrets.includes(name) && !knownColumns.includes(name));
  const list = [
    never('linkage with external data', 'only these tables are compared'),
    never('several batches together', 'each batch is measured alone'),
    never('attacks on the stored model', 'only its rows are attacked'),
  ];
  if (guaranteed) {
    const reason =
      'its figures are computed from the real rows and rounded; the guarantee covers the synthetic rows';
    list.push(never('disclosure by this report', reason));
  }
  if (!entity) list.push(never('customers with several rows', 'each row counts as one person'));
  if (skipped.length > 0) {
    list.push(
      never(`columns ${skipped.join(', ')}`, 'generated, not learned: no attack uses them'),
    );
  }
  if (knownColumns.length > 0) {
    const reason = 'other columns predict it in over 80 % of rows, so inference is not informative';
    list.push(never(`inference of ${knownColumns.join(', ')}`, reason));
  }
  if (open.length > 0)
    list.push(never(`inference of ${open.join(', ')}`, 'not among the columns attacked'));
  return list;
}

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
  const { seed } = options;
  const guarantee = options.guarantee ?? null;
  step('columns', 0, 1);
  const tables = layOut(train, {
    holdout,
    synthetic,
    seed,
    roleOf: options.roles,
    entity: options.entity,
  });
  const { columns, roles } = tables;
  const hasHoldout = holdout !== null;

  step('copies', 0, 1);
  const real = (hasHoldout ? [TRAIN, HOLDOUT] : [TRAIN]).map((side) => rowKeys(columns, side));
  const syntheticKeys = rowKeys(columns, SYNTHETIC);
  const syntheticKeySet = keySet(syntheticKeys);
  const { linkage: linked, notMeasured: unlinked } = linkage(tables, {
    entity: options.entity,
    seed,
    step,
  });
  const copies = exactCopies(real, syntheticKeySet);
  const persons = personsIn(train, synthetic, seed);
  const tests: Tests = {
    linked,
    persons,
    copies,
    copiesExceedChance:
      !hasHoldout && exceedsChance(real[0], { hits: copies.train, syntheticRows: synthetic.rows }),
    near: nearCopies(real, syntheticKeys, (done, total) => step('near copies', done, total)),
    rare: rareValues(columns),
  };
  const control = hasHoldout
    ? plantCopies(real[0], {
        holdout: real[1],
        synthetic: syntheticKeySet,
        syntheticRows: synthetic.rows,
        seed,
      })
    : null;
  const distances = distancesOf(tables, seed, step);
  const run = runAttacks(tables, { seed, step, requestedSecrets: options.secrets });
  const attacks = run.tries.map((tries) => attackResult(tries, run.tries.length));

  const gates = gatesOf(tests, hasHoldout, guarantee);
  const complete = hasHoldout && run.notMeasured.length === 0;
  const customer = guarantee !== null && guarantee.unit === 'customer' && guarantee.clean;
  const assurance: Assurance = !complete ? 'A1' : customer ? 'A3' : 'A2';
  const withheld = withheldFor(tables, { missing: run.notMeasured, control, attacks, gates });
  const exact = privacyScore(gates, {
    assurance,
    guarantee,
    excesses: attacks.map(({ counted }) => counted),
    linkageP: linked?.pValue ?? null,
  });
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
    reason: withheld ?? reasonFor(gates, { attacks, passes, linked }),
    assurance,
    cap: capOf(assurance, guarantee),
    passLine: PASS_LINE,
    gates,
    copies: shown(tests.copies, hasHoldout),
    nearCopies: shown(tests.near, hasHoldout),
    rareValues: shown(tests.rare, hasHoldout),
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
      ...outOfReach(tables, run, options.entity !== undefined, guarantee !== null),
    ],
  };
}

type Counted = ReturnType<typeof attackResult>;

function reasonFor(
  gates: readonly Gate[],
  {
    attacks,
    passes,
    linked,
  }: { attacks: readonly Counted[]; passes: boolean; linked: Linkage | null },
): string {
  const gate = gates[0];
  if (gate !== undefined) return gate.reason;
  const worst = [...attacks].sort((a, b) => b.counted - a.counted)[0];
  if (worst === undefined) return 'nothing was measured';
  const open = unsettled(attacks).map(({ metric }) => metric);
  const finding =
    worst.counted === 0
      ? 'no attack learned more about people in the training data than about people held out'
      : `the largest excess risk is ${worst.counted.toFixed(2)} (${worst.name})`;
  if (!passes) return `${finding}, above the limit of 0.09`;
  if (linked !== null && isWeakLinkage(linked.pValue)) return linkageSentence(linked);
  return open.length === 0
    ? finding
    : `${finding}; inconclusive with this few rows: ${open.join(', ')}`;
}
