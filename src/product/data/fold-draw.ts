import type { FoldDraw } from '../../engines/measure/index.ts';
import type { Spread } from '../../engines/spread.ts';
import { fit, minEntities, type SynthesisMode, sample } from '../../engines/synthesize/index.ts';
import { entityIndex } from '../../engines/table/sequence-shape.ts';
import type { Table } from '../../engines/table/table.ts';
import type { DeclaredColumns } from '../../shared/column-kinds.ts';

/** Largest file that is learned five more times. */
const MAX_ROWS = 50_000;
/** Share of the people that a fold learns from. */
const TRAINED = 0.8;

/** Settings of the fit that a batch was drawn from. */
export type FittedAs = {
  mode: SynthesisMode;
  roles: DeclaredColumns;
  /** Declared entity of sequences; undefined if it was detected. */
  entity: string | undefined;
};

/**
 * Returns a function that learns from a fold of a table's people and draws as many rows, with the
 * settings of the batch; undefined if a fold can't be learned: in private mode, which would spend
 * budget, of large tables, or of too few entities.
 *
 * @param people column of the people that folds keep together, if there is one
 */
export function foldDraw(
  table: Table,
  { mode, roles, entity }: FittedAs,
  {
    people,
    seed,
    spread,
  }: { people: string | undefined; seed: bigint; spread?: Spread | undefined },
): FoldDraw | undefined {
  if (mode === 'private' || table.rows > MAX_ROWS) return undefined;
  const column = table.columns.find(({ name }) => name === people);
  const count = column === undefined ? table.rows : entityIndex(column).count;
  if (Math.floor(TRAINED * count) < minEntities(mode)) return undefined;
  return (training, fold) => {
    const own = seed + BigInt(fold);
    // As many people as the batch's model counted, since its settings depend on them.
    const model = fit(training, { mode, roles, entity, spread, seed: own, whole: table });
    return sample(model, { rows: training.rows, seed: own });
  };
}
