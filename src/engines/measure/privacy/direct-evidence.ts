import type { Spread } from '../../spread.ts';
import type { NotMeasured } from '../report/not-measured.ts';
import type { Step } from '../run-options.ts';
import { type AttackRun, runAttacks } from './attacks/run-attacks.ts';
import { countKeys, exactCopies, exceedsChance, nearCopies } from './copies.ts';
import type { Tests } from './gates.ts';
import { linkage } from './linkage/linkage.ts';
import { personsIn } from './persons.ts';
import { type PositiveControl, plantCopies } from './positive-control.ts';
import { HOLDOUT, type PrivacyTables, SYNTHETIC, TRAIN } from './privacy-tables.ts';
import { rareValues } from './rare-values.ts';
import { rowKeys } from './row-keys.ts';

export type Evidence = {
  run: AttackRun;
  tests: Tests;
  unlinked: NotMeasured[];
  control: PositiveControl | null;
};

/** Tests and attacks a synthetic table against its training rows and its holdout, if it has one. */
export function directEvidence(
  tables: PrivacyTables,
  {
    entity,
    secrets,
    seed,
    step,
    spread,
  }: {
    entity: string | undefined;
    secrets: readonly string[] | undefined;
    seed: bigint;
    step: Step;
    spread?: Spread | undefined;
  },
): Evidence {
  const { columns, train, synthetic } = tables;
  const hasHoldout = tables.holdout !== null;
  step('copies', 0, 1);
  const real = (hasHoldout ? [TRAIN, HOLDOUT] : [TRAIN]).map((side) => rowKeys(columns, side));
  const syntheticKeys = rowKeys(columns, SYNTHETIC);
  const syntheticCounts = countKeys([syntheticKeys]);
  const { linkage: linked, notMeasured: unlinked } = linkage(tables, {
    entity,
    seed,
    step,
    spread,
  });
  const copies = exactCopies(real, syntheticCounts);
  return {
    unlinked,
    tests: {
      linked,
      persons: personsIn(train, synthetic, seed),
      copies,
      copiesExceedChance:
        !hasHoldout &&
        exceedsChance(real[0], { hits: copies.train, syntheticRows: synthetic.rows }),
      near: nearCopies(real, syntheticKeys, (done, total) => step('near copies', done, total)),
      rare: rareValues(columns),
    },
    control: hasHoldout
      ? plantCopies(real[0], {
          holdout: real[1],
          synthetic: syntheticCounts,
          syntheticRows: synthetic.rows,
          seed,
        })
      : null,
    run: runAttacks(tables, { seed, step, spread, requestedSecrets: secrets }),
  };
}
