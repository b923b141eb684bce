import { onlyNumber } from '../../codec/number-codec.ts';
import { fitTree } from '../../trees/fit-tree.ts';
import { learningRows } from '../../trees/learning-rows.ts';
import type { TreeOptions } from '../../trees/tree.ts';
import type { OtherParent } from '../tables-model.ts';

const NO_COLUMNS = { columns: [], fields: [], of: [] };

/** Returns the choice of a further table's rows that learns nothing: each is as likely as any. */
export function chosenFreely(
  relation: number,
  { unique, trees }: { unique: boolean; trees: TreeOptions },
): OtherParent {
  const constant = (size: number) =>
    fitTree(
      { codes: new Uint8Array(1), size, ordered: false },
      { features: [], rows: learningRows(1), options: trees },
    );
  return {
    relation,
    how: 'uniform',
    unique,
    parent: NO_COLUMNS,
    row: NO_COLUMNS,
    segment: -1,
    choose: constant(2),
    count: onlyNumber(1),
    countTree: constant(1),
  };
}
