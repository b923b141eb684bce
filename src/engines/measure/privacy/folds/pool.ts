import { fisherExact } from '../../statistics/fisher-exact.ts';
import type { Tries } from '../../statistics/tries.ts';
import type { AttackTries } from '../attacks/attack-result.ts';
import type { CopyTest } from '../copies.ts';

/** Training folds per held-out one: each person is attacked this often as a training person. */
const timesInTraining = (folds: number) => Math.max(1, folds - 1);

function poolTries(list: readonly Tries[], repeats: number): Tries {
  const people = list.reduce((sum, tries) => sum + tries.people, 0);
  const total = (of: (tries: Tries) => number) => list.reduce((sum, tries) => sum + of(tries), 0);
  return {
    rate: people === 0 ? 0 : total(({ rate, people: own }) => rate * own) / people,
    attempts: Math.round(total(({ attempts }) => attempts) / repeats),
    people: Math.round(people / repeats),
    independent: total(({ independent }) => independent) / repeats,
  };
}

/**
 * Pools each attack over folds. Every person is held out once and trained on in all other folds, so
 * repeated attacks on a training person count as one.
 */
export function poolAttacks(runs: readonly (readonly AttackTries[])[]): AttackTries[] {
  const names = new Set(runs.flatMap((tries) => tries.map(({ name }) => name)));
  return Array.from(names, (name): AttackTries => {
    const own = runs.flatMap((tries) => tries.filter((each) => each.name === name));
    return {
      name,
      own: poolTries(
        own.map((tries) => tries.own),
        timesInTraining(own.length),
      ),
      control: poolTries(
        own.map((tries) => tries.control),
        1,
      ),
      baseline: own.reduce((sum, { baseline }) => sum + baseline, 0) / own.length,
    };
  });
}

/** Pools copy tests over folds: each row counts once as a training row and once as a held-out one. */
export function poolCopies(tests: readonly CopyTest[]): CopyTest {
  const total = (key: keyof CopyTest) => tests.reduce((sum, test) => sum + test[key], 0);
  const repeats = timesInTraining(tests.length);
  const [train, trainRows] = [
    Math.round(total('train') / repeats),
    Math.round(total('trainRows') / repeats),
  ];
  const [holdout, holdoutRows] = [total('holdout'), total('holdoutRows')];
  const pValue = fisherExact({ a: train, n: trainRows, b: holdout, m: holdoutRows });
  return { train, trainRows, holdout, holdoutRows, pValue };
}
