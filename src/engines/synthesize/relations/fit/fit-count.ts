import { fitNumberCodec } from '../../codec/fit-number-codec.ts';
import { encodeNumber, type NumberCodec, onlyNumber } from '../../codec/number-codec.ts';
import { fitTree } from '../../trees/fit-tree.ts';
import { learningRows } from '../../trees/learning-rows.ts';
import type { Target, Tree, TreeOptions } from '../../trees/tree.ts';
import type { ChildInput } from './child-input.ts';
import { matchTotal } from './match-total.ts';

export type FittedCount = {
  counts: Float64Array;
  codes: Uint8Array;
  count: NumberCodec;
  countTree: Tree;
};

/** Adapts tree options to parents, which are fewer than rows, and each an entity. */
export const ofParents = (trees: TreeOptions): TreeOptions => ({
  ...trees,
  leastLeaf: Math.min(trees.leastLeaf, 20),
});

/**
 * Fits the number of rows per row of another table, zero included, from its context columns.
 * Sampled counts match the file's total on average, although counts of too few rows are suppressed.
 *
 * @param counts rows of each row of the other table
 */
export function fitCount(
  counts: Float64Array,
  contextColumns: readonly Target[],
  { codecs, trees, step }: Pick<ChildInput, 'codecs' | 'trees' | 'step'>,
): FittedCount {
  const parents = counts.length;
  const total = counts.reduce((sum, rows) => sum + rows, 0);
  // Few parents all get the mean, which follows from the numbers of rows alone.
  const count =
    parents < codecs.threshold
      ? onlyNumber(Math.round(total / parents))
      : fitNumberCodec({ values: counts, decimals: 0 }, codecs);
  const codes = Uint8Array.from(counts, (rows) => encodeNumber(count, rows));
  step();
  const target = { codes, size: count.size, ordered: true };
  const countTree = fitTree(target, {
    features: contextColumns,
    rows: learningRows(parents),
    options: ofParents(trees),
    pause: step,
  });
  step();
  const matched = matchTotal({ count, countTree }, { contextColumns, parents, total });
  return { counts, codes, ...matched };
}
