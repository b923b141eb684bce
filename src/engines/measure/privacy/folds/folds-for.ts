import { concatTables } from '../../../table/concat-tables.ts';
import type { Table } from '../../../table/table.ts';
import type { Evidence } from '../direct-evidence.ts';
import { type FoldEvidence, type FoldOptions, foldEvidence } from './fold-evidence.ts';
import { MIN_FOLD_PEOPLE, peopleOf } from './split-folds.ts';

/** Measures in folds if there are too few people or rows for direct attacks. */
export function foldsFor({
  train,
  holdout,
  direct,
  options,
}: {
  train: Table;
  holdout: Table | null;
  direct: Evidence;
  options: Omit<FoldOptions, 'draw'> & { draw: FoldOptions['draw'] | undefined };
}): FoldEvidence | null {
  const { draw, entity } = options;
  if (draw === undefined || (holdout !== null && direct.run.notMeasured.length === 0)) return null;
  const all = holdout === null ? train : concatTables([train, holdout]);
  if (peopleOf(all, entity) < MIN_FOLD_PEOPLE) return null;
  return foldEvidence(all, { ...options, draw });
}
