import { streamFor } from '../../../random/stream.ts';
import type { Spread } from '../../../spread.ts';
import { type NotMeasured, tooFew } from '../../report/not-measured.ts';
import type { Step } from '../../run-options.ts';
import { countTries, NO_TRIES } from '../../statistics/tries.ts';
import { encodeRows } from '../encoded-rows.ts';
import { nearest } from '../nearest.ts';
import type { RowsOfPeople } from '../people.ts';
import { HOLDOUT, type PrivacyTables, SYNTHETIC, TRAIN } from '../privacy-tables.ts';
import type { AttackTries } from './attack-result.ts';
import { searchAttack, searchedRows } from './attack-search.ts';
import { chooseSecrets, guessIsRight } from './inference.ts';
import { linked } from './linkability.ts';
import { classifyMembership, FALSE_ALARMS } from './membership.ts';
import { singlingOut } from './singling-out.ts';

const GUESSES = 43;
/** Floor that keeps the logarithm of a distance of 0 finite. */
const NO_DISTANCE = 1e-8;

/** Results of all default attacks; those with too few rows are listed with their n. */
export type AttackRun = {
  tries: AttackTries[];
  notMeasured: NotMeasured[];
  secrets: string[];
  /** Columns predictable from the population, which are no secrets. */
  knownColumns: string[];
};

type Search = ReturnType<typeof searchAttack>;

function inference(
  tables: PrivacyTables,
  {
    secret,
    guesses,
    seed,
  }: { secret: number; guesses: { train: Int32Array; holdout: Int32Array }; seed: bigint },
): AttackTries {
  const { columns, targets, candidates } = tables;
  const column = columns[secret];
  const stream = streamFor(seed, secret, GUESSES);
  const count = (side: number, { rows, person }: RowsOfPeople, guess: (i: number) => number) =>
    countTries(
      Uint8Array.from(rows, (row, i) =>
        guessIsRight(column, { side, row, guess: candidates[guess(i)] }) ? 1 : 0,
      ),
      person,
    );
  return {
    name: `inference of ${column.name}`,
    column: column.name,
    own: count(TRAIN, targets.train, (i) => guesses.train[i]),
    control: count(HOLDOUT, targets.holdout, (i) => guesses.holdout[i]),
    baseline: count(TRAIN, targets.train, () => stream.below(candidates.length)).rate,
  };
}

function membership(
  tables: PrivacyTables,
  {
    own,
    onHoldout,
    step,
    spread,
  }: { own: Search; onHoldout: Search; step: Step; spread: Spread | undefined },
): AttackTries[] {
  const { columns, targets, reference } = tables;
  const empty = new Uint32Array(0);
  const picked = [targets.train.rows, empty, targets.holdout.rows];
  const encoded = encodeRows(columns, picked);
  const encodedReference = encodeRows(columns, [empty, empty, reference])[HOLDOUT];
  const typical = [TRAIN, HOLDOUT].map((side) =>
    nearest(encoded[side], encodedReference, {
      step: (done, total) => step('membership', done, total),
      spread,
    }),
  );
  const ratio = (near: Float64Array, far: Float64Array) =>
    near.map((d, i) => Math.log(far[i] + NO_DISTANCE) - Math.log(d + NO_DISTANCE));
  const closeness = (near: Float64Array) => near.map((d) => -d);
  const { calibrating, judged } = halves(targets.holdout);
  const classify = (members: Float64Array, others: Float64Array) =>
    classifyMembership(members, others, calibrating);
  const tests = [
    {
      name: 'membership by nearest row',
      split: classify(closeness(own.distance), closeness(onHoldout.distance)),
    },
    {
      name: 'membership by density',
      split: classify(
        ratio(own.distance, typical[0].first),
        ratio(onHoldout.distance, typical[1].first),
      ),
    },
  ];
  return tests.map(({ name, split }) => ({
    name,
    own: countTries(split.members, targets.train.person),
    control: countTries(split.others, judged),
    baseline: FALSE_ALARMS,
  }));
}

/** Splits rows into halves by person: rows of the first half, persons of the second. */
function halves({ rows, person, people }: RowsOfPeople): {
  calibrating: number;
  judged: Uint32Array | undefined;
} {
  if (person === undefined) return { calibrating: rows.length >> 1, judged: undefined };
  const first = people >> 1;
  const calibrating = person.findIndex((personNumber) => personNumber >= first);
  return {
    calibrating,
    judged: person.slice(calibrating).map((personNumber) => personNumber - first),
  };
}

/**
 * Runs the default attacks: singling out, linkability, inference of up to four secrets, and
 * membership in two ways, each on training rows and on control rows.
 *
 * @param requestedSecrets names of the secrets to infer; by default those least predictable from other
 * columns
 */
export function runAttacks(
  tables: PrivacyTables,
  {
    seed,
    step,
    spread,
    requestedSecrets,
  }: {
    seed: bigint;
    step: Step;
    spread?: Spread | undefined;
    requestedSecrets?: readonly string[] | undefined;
  },
): AttackRun {
  const { columns, targets, candidates, holdout, reference, split, fewest: least } = tables;
  const run: AttackRun = { tries: [], notMeasured: [], secrets: [], knownColumns: [] };
  const addNotMeasured = (entry: Parameters<typeof tooFew>[0]) =>
    run.notMeasured.push(...tooFew(entry));
  if (columns.length < 2) {
    addNotMeasured({
      metric: 'attacks',
      what: 'columns that are learned',
      n: columns.length,
      needed: 2,
    });
    return run;
  }
  const { train: own, holdout: holdoutTargets } = targets;
  const attacked = holdout === null ? [own] : [own, holdoutTargets];
  const fewest = Math.min(...attacked.map((side) => side.people));
  if (own.person !== undefined && fewest < least.people) {
    addNotMeasured({
      metric: 'attacks',
      what: 'customers each in training and holdout data',
      n: fewest,
      needed: least.people,
    });
    return run;
  }
  const rows = Math.min(candidates.length, ...attacked.map((side) => side.rows.length));
  if (rows < least.rows) {
    addNotMeasured({
      metric: 'attacks',
      what: 'rows each of training, holdout and synthetic data',
      n: rows,
      needed: least.rows,
    });
    return run;
  }
  const single = singlingOut(tables, seed, step);
  if (single.own.attempts < least.rows) {
    addNotMeasured({
      metric: 'singling out',
      what: 'predicates that single out a synthetic row',
      n: single.own.attempts,
      needed: least.rows,
    });
  } else run.tries.push(single);

  const choice =
    requestedSecrets === undefined
      ? chooseSecrets(columns)
      : { secrets: requestedSecrets, knownColumns: [] };
  run.secrets = choice.secrets.filter((name) => columns.some((column) => column.name === name));
  run.knownColumns = choice.knownColumns;
  const secrets = run.secrets.map((name) => columns.findIndex((column) => column.name === name));
  const encoded = encodeRows(
    columns,
    [own.rows, candidates, holdoutTargets.rows].slice(0, holdout === null ? 2 : 3),
  );
  const searched = searchedRows(encoded[SYNTHETIC], split);
  const search = (side: number, stage: string): Search =>
    searchAttack({
      targets: encoded[side],
      searched,
      secrets,
      spread,
      step: (done, total) => step(stage, done, total),
    });
  const result = search(TRAIN, 'linking and inferring');
  const control = holdout === null ? null : search(HOLDOUT, 'linking and inferring, control');
  run.tries.push({
    name: 'linkability',
    own: countTries(linked(result.links, 1), own.person),
    control:
      control === null ? NO_TRIES : countTries(linked(control.links, 1), holdoutTargets.person),
    baseline: 1 / candidates.length,
  });
  secrets.forEach((secret, s) => {
    const guesses = {
      train: result.guesses[s],
      holdout: control?.guesses[s] ?? new Int32Array(0),
    };
    run.tries.push(inference(tables, { secret, guesses, seed }));
  });
  if (least.members === null) return run;
  const others = Math.min(holdoutTargets.rows.length, 2 * reference.length);
  if (control === null || others < least.members) {
    addNotMeasured({
      metric: 'membership',
      what: 'rows of a holdout to attack',
      n: others,
      needed: least.members,
    });
  } else run.tries.push(...membership(tables, { own: result, onHoldout: control, step, spread }));
  return run;
}
