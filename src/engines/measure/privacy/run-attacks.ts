import { streamFor } from '../../random/stream.ts';
import type { NotMeasured } from '../report/not-measured.ts';
import type { Step } from '../run-options.ts';
import { shuffled } from '../statistics/shuffled.ts';
import type { AttackCounts } from './attack-result.ts';
import { searchAttack } from './attack-search.ts';
import { encodeRows } from './encoded-rows.ts';
import { chooseSecrets, guessIsRight } from './inference.ts';
import { linked } from './linkability.ts';
import { FALSE_ALARMS, tellMembers } from './membership.ts';
import { nearest } from './nearest.ts';
import {
  HOLDOUT,
  LEAST_MEMBERS,
  LEAST_TARGETS,
  type PrivacyTables,
  SYNTHETIC,
  TRAIN,
} from './privacy-tables.ts';
import { findPredicates, randomPredicates, singlesOut } from './singling-out.ts';

const MOST_PREDICATES = 2000;
const BASELINE_PREDICATES = 500;
const MOST_SEARCHED = 50_000;
const SINGLING_OUT = 42;
const GUESSES = 43;
/** Keeps the logarithm of a distance of 0 finite. */
const NO_DISTANCE = 1e-8;

/** Counts of every default attack; those that the rows can't carry are named with their n. */
export type AttackRun = { counts: AttackCounts[]; notMeasured: NotMeasured[]; secrets: string[] };

const sum = (list: Uint8Array) => list.reduce((total, one) => total + one, 0);

function singlingOut(tables: PrivacyTables, seed: bigint, step: Step): AttackCounts {
  const { columns, train, holdout, candidates } = tables;
  const stream = streamFor(seed, 0, SINGLING_OUT);
  const stage = 'singling out';
  const predicates = findPredicates(columns, candidates, MOST_PREDICATES, stream, (done, total) =>
    step(stage, done, total),
  );
  // Training is cut to the holdout's size: how many single rows a table has depends on how many it has
  const size = Math.min(train.rows, holdout?.rows ?? train.rows, MOST_SEARCHED);
  const own = shuffled(train.rows, stream, size);
  const held = shuffled(holdout?.rows ?? 0, stream, size);
  const count = (list: typeof predicates, side: number, rows: Uint32Array) =>
    list.filter((predicate, i) => {
      if ((i & 63) === 0) step(stage, i, list.length);
      return singlesOut(predicate, columns, side, rows);
    }).length;
  const random = randomPredicates(columns, candidates, BASELINE_PREDICATES, stream);
  return {
    name: 'singling out',
    hits: count(predicates, TRAIN, own),
    attempts: predicates.length,
    controlHits: holdout === null ? 0 : count(predicates, HOLDOUT, held),
    controlAttempts: holdout === null ? 0 : predicates.length,
    baseline: count(random, TRAIN, own) / random.length,
  };
}

type Search = ReturnType<typeof searchAttack>;

function inference(
  tables: PrivacyTables,
  secret: number,
  found: { train: Int32Array; holdout: Int32Array },
  seed: bigint,
): AttackCounts {
  const { columns, targets, candidates } = tables;
  const column = columns[secret]!;
  const stream = streamFor(seed, secret, GUESSES);
  const count = (side: number, rows: Uint32Array, guess: (i: number) => number) => {
    let right = 0;
    rows.forEach((row, i) => {
      if (guessIsRight(column, side, row, candidates[guess(i)]!)) right++;
    });
    return right;
  };
  const blind = count(TRAIN, targets.train, () => stream.below(candidates.length));
  return {
    name: `inference of ${column.name}`,
    hits: count(TRAIN, targets.train, (i) => found.train[i]!),
    attempts: targets.train.length,
    controlHits: count(HOLDOUT, targets.holdout, (i) => found.holdout[i]!),
    controlAttempts: targets.holdout.length,
    baseline: blind / targets.train.length,
  };
}

function membership(tables: PrivacyTables, own: Search, held: Search, step: Step): AttackCounts[] {
  const { columns, targets, reference } = tables;
  const empty = new Uint32Array(0);
  const picked = [targets.train, empty, targets.holdout];
  const encoded = encodeRows(columns, picked);
  const known = encodeRows(columns, [empty, empty, reference])[HOLDOUT]!;
  const typical = [TRAIN, HOLDOUT].map((side) =>
    nearest(encoded[side]!, known, (done, total) => step('membership', done, total)),
  );
  const ratio = (near: Float64Array, far: Float64Array) =>
    near.map((d, i) => Math.log(far[i]! + NO_DISTANCE) - Math.log(d + NO_DISTANCE));
  const closeness = (near: Float64Array) => near.map((d) => -d);
  const tests = [
    {
      name: 'membership by nearest row',
      told: tellMembers(closeness(own.distance), closeness(held.distance)),
    },
    {
      name: 'membership by density',
      told: tellMembers(
        ratio(own.distance, typical[0]!.first),
        ratio(held.distance, typical[1]!.first),
      ),
    },
  ];
  return tests.map(({ name, told }) => ({
    name,
    hits: told.members,
    attempts: told.membersOf,
    controlHits: told.others,
    controlAttempts: told.othersOf,
    baseline: FALSE_ALARMS,
  }));
}

/**
 * Runs the default attacks: singling out, linkability, inference of up to four secrets, membership in two ways, each
 * on training rows and, as control, on rows that nothing was learned from.
 *
 * @param wanted names of the secrets to infer; by default those that other columns tell least of
 */
export function runAttacks(
  tables: PrivacyTables,
  seed: bigint,
  step: Step,
  wanted?: readonly string[],
): AttackRun {
  const { columns, targets, candidates, holdout, reference, split, people, unit } = tables;
  const run: AttackRun = { counts: [], notMeasured: [], secrets: [] };
  const lacks = (metric: string, what: string, n: number, needed: number) =>
    run.notMeasured.push({ metric, reason: `it takes at least ${needed} ${what}`, n, needed });
  if (columns.length < 2) {
    lacks('attacks', 'columns that are learned', columns.length, 2);
    return run;
  }
  const least = Math.min(
    targets.train.length,
    candidates.length,
    holdout === null ? Number.POSITIVE_INFINITY : targets.holdout.length,
  );
  if (least < LEAST_TARGETS) {
    lacks(
      'attacks',
      `each of ${unit} learned from, ${unit} kept aside and synthetic rows; of the fewest`,
      least,
      LEAST_TARGETS,
    );
    return run;
  }
  const single = singlingOut(tables, seed, step);
  if (single.attempts < LEAST_TARGETS) {
    lacks(
      'singling out',
      'predicates that single out a synthetic row',
      single.attempts,
      LEAST_TARGETS,
    );
  } else run.counts.push(single);

  run.secrets = (wanted ?? chooseSecrets(columns)).filter((name) =>
    columns.some((column) => column.name === name),
  );
  const secrets = run.secrets.map((name) => columns.findIndex((column) => column.name === name));
  const encoded = encodeRows(
    columns,
    [targets.train, candidates, targets.holdout].slice(0, holdout === null ? 2 : 3),
  );
  const search = (side: number, stage: string): Search =>
    searchAttack(encoded[side]!, encoded[SYNTHETIC]!, split, secrets, 1, (done, total) =>
      step(stage, done, total),
    );
  const own = search(TRAIN, 'linking and inferring');
  const held = holdout === null ? null : search(HOLDOUT, 'linking and inferring, control');
  run.counts.push({
    name: 'linkability',
    hits: sum(linked(own.links, 1)),
    attempts: targets.train.length,
    controlHits: held === null ? 0 : sum(linked(held.links, 1)),
    controlAttempts: targets.holdout.length,
    baseline: 1 / candidates.length,
  });
  secrets.forEach((secret, s) => {
    const guesses = { train: own.guesses[s]!, holdout: held?.guesses[s] ?? new Int32Array(0) };
    run.counts.push(inference(tables, secret, guesses, seed));
  });
  const others = Math.min(targets.holdout.length, reference.length);
  if (held === null || others < LEAST_MEMBERS / 2 || targets.holdout.length < LEAST_MEMBERS) {
    lacks('membership', `${unit} of a holdout`, people.holdout, LEAST_MEMBERS * 1.5);
  } else run.counts.push(...membership(tables, own, held, step));
  return run;
}
