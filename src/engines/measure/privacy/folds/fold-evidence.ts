import type { DeclaredColumns } from '../../../../shared/column-kinds.ts';
import { streamFor } from '../../../random/stream.ts';
import type { Spread } from '../../../spread.ts';
import type { Table } from '../../../table/table.ts';
import type { NotMeasured } from '../../report/not-measured.ts';
import type { Step } from '../../run-options.ts';
import { type AttackRun, runAttacks } from '../attacks/run-attacks.ts';
import { countKeys, exactCopies, nearCopies } from '../copies.ts';
import type { Tests } from '../gates.ts';
import { linkageStream, linkPeople, testLinks } from '../linkage/linkage.ts';
import { type PositiveControl, plantCopies } from '../positive-control.ts';
import { type Fewest, HOLDOUT, layOut, SYNTHETIC, TRAIN } from '../privacy-tables.ts';
import { rareValues } from '../rare-values.ts';
import { rowKeys } from '../row-keys.ts';
import { poolAttacks, poolCopies } from './pool.ts';
import { FOLDS, type Fold, peopleOf, splitFolds } from './split-folds.ts';

/** Learns from training rows and draws a synthetic table, as the batch was made. */
export type FoldDraw = (training: Table, fold: number) => Table;

const FOLD_PURPOSE = 47;
/** Sides of four and sixteen people are attacked; membership is left to record linkage. */
const FEWEST_IN_FOLD: Fewest = { people: 3, rows: 20, members: null };

export type FoldOptions = {
  draw: FoldDraw;
  entity: string | undefined;
  roles: DeclaredColumns | undefined;
  secrets: readonly string[] | undefined;
  seed: bigint;
  step: Step;
  spread?: Spread | undefined;
};

export type FoldEvidence = {
  folds: number;
  people: number;
  run: AttackRun;
  tests: Tests;
  unlinked: NotMeasured[];
  control: PositiveControl;
};

/** Attacks the synthetic table drawn from one fold's training people. */
function attackFold(
  { train, holdout }: Fold,
  {
    fold,
    secrets,
    options,
  }: { fold: number; secrets: readonly string[] | undefined; options: FoldOptions },
) {
  const { draw, entity, roles, seed, step, spread } = options;
  const synthetic = draw(train, fold);
  const tables = layOut(train, {
    ...{ holdout, synthetic, seed, roleOf: roles, entity },
    fewest: FEWEST_IN_FOLD,
  });
  const { columns } = tables;
  const real = [TRAIN, HOLDOUT].map((side) => rowKeys(columns, side));
  const made = rowKeys(columns, SYNTHETIC);
  const set = countKeys([made]);
  return {
    copies: exactCopies(real, set),
    near: nearCopies(real, made),
    rare: rareValues(columns),
    links: linkPeople(tables, { entity, seed, step, spread }, linkageStream(seed, fold + 1)),
    run: runAttacks(tables, { seed: seed + BigInt(fold), step, spread, requestedSecrets: secrets }),
    control: () =>
      plantCopies(real[0], {
        holdout: real[1],
        synthetic: set,
        syntheticRows: synthetic.rows,
        seed,
      }),
  };
}

/**
 * Measures files of few people in five folds: each fifth of the people is held out once, a model of
 * the others is attacked, and the results are pooled. This measures how the batch was made; the
 * batch itself is tested against its own holdout, if there is one.
 *
 * @param all rows of all people
 * @throws MeasureCancelled by `step`
 */
export function foldEvidence(all: Table, options: FoldOptions): FoldEvidence {
  const { entity, seed, step } = options;
  const folds = splitFolds(all, entity, streamFor(seed, 0, FOLD_PURPOSE));
  const attacked: ReturnType<typeof attackFold>[] = [];
  let secrets = options.secrets;
  folds.forEach((fold, i) => {
    step('folds', i, FOLDS);
    const result = attackFold(fold, { fold: i, secrets, options });
    // All folds infer the same columns.
    secrets ??= result.run.secrets;
    attacked.push(result);
  });
  const links = attacked.flatMap(({ links }) => ('list' in links ? [links] : []));
  const unlinked = attacked.flatMap(({ links }) => ('list' in links ? [] : links.notMeasured));
  const [first] = attacked;
  return {
    folds: FOLDS,
    people: peopleOf(all, entity),
    run: {
      ...first.run,
      tries: poolAttacks(attacked.map(({ run }) => run.tries)),
      notMeasured: attacked.flatMap(({ run }) => run.notMeasured).slice(0, 1),
    },
    tests: {
      copies: poolCopies(attacked.map(({ copies }) => copies)),
      near: poolCopies(attacked.map(({ near }) => near)),
      rare: poolCopies(attacked.map(({ rare }) => rare)),
      linked: links.length === 0 ? null : testLinks(links, { step }, linkageStream(seed)),
      copiesExceedChance: false,
      persons: null,
    },
    unlinked: links.length === 0 ? unlinked.slice(0, 1) : [],
    control: first.control(),
  };
}
