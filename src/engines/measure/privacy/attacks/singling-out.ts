import { streamFor } from '../../../random/stream.ts';
import type { Step } from '../../run-options.ts';
import { countSums, NO_TRIES } from '../../statistics/tries.ts';
import type { RowsOfPeople } from '../people.ts';
import { HOLDOUT, type PrivacyTables, TRAIN } from '../privacy-tables.ts';
import type { AttackTries } from './attack-result.ts';
import { findPredicates, type Predicate, randomPredicates } from './predicates.ts';
import { SortedRows } from './sorted-rows.ts';

const MAX_PREDICATES = 2000;
const BASELINE_PREDICATES = 500;
const SINGLING_OUT = 42;

/** Successes of predicates on a group, and how they change without each of its people. */
type Singled = { hits: number; changes: Float64Array };

function singled(
  predicates: readonly Predicate[],
  { rows, person, people }: RowsOfPeople,
  sorted: SortedRows,
): Singled {
  const changes = new Float64Array(people);
  const place = new Map(Array.from(rows, (row, i) => [row, person?.[i] ?? i]));
  let hits = 0;
  for (const predicate of predicates) {
    // Rows of the first two people who meet the predicate.
    const [own, other] = [
      { person: -1, rows: 0 },
      { person: -1, rows: 0 },
    ];
    let isMore = false;
    sorted.match(predicate, (row) => {
      const who = place.get(row)!;
      const match = [own, other].find((known) => known.person === who || known.person < 0);
      if (match === undefined) isMore = true;
      else {
        match.person = who;
        match.rows++;
      }
      return !isMore;
    });
    if (isMore || own.rows === 0) continue;
    if (other.rows === 0) {
      if (own.rows > 1) continue;
      hits++;
      changes[own.person]--;
    } else {
      if (other.rows === 1) changes[own.person]++;
      if (own.rows === 1) changes[other.person]++;
    }
  }
  return { hits, changes };
}

/** Attacks training and held-out people with predicates that single out one synthetic row. */
export function singlingOut(
  { columns, crowds, candidates }: PrivacyTables,
  seed: bigint,
  step: Step,
): AttackTries {
  const stream = streamFor(seed, 0, SINGLING_OUT);
  const stage = 'singling out';
  const predicates = findPredicates(columns, {
    rows: candidates,
    predicateCount: MAX_PREDICATES,
    stream,
    step: (done, total) => step(stage, done, total),
  });
  const count = (list: readonly Predicate[], side: number, groups: readonly RowsOfPeople[]) => {
    const found = groups.map((group, g) => {
      step(stage, g, groups.length);
      return singled(list, group, new SortedRows(columns, side, group.rows));
    });
    const attempts = list.length * groups.length;
    const tries = countSums(
      found.map(({ changes }) => changes),
      { hits: found.reduce((sum, { hits }) => sum + hits, 0), attempts },
    );
    // Without an entity, rows are as independent as the attempts that they stand for.
    return groups[0]?.person === undefined ? { ...tries, people: attempts } : tries;
  };
  const random = randomPredicates(columns, {
    rows: candidates,
    predicateCount: BASELINE_PREDICATES,
    stream,
  });
  const { train, holdout } = crowds;
  return {
    name: 'singling out',
    own: count(predicates, TRAIN, train),
    control: holdout === null ? NO_TRIES : count(predicates, HOLDOUT, [holdout]),
    baseline: count(random, TRAIN, train.slice(0, 1)).rate,
  };
}
