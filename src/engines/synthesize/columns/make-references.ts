import type { RandomStream } from '../../random/stream.ts';
import { drawReferences } from './make-column.ts';
import { missingShare } from './missing-shares.ts';
import type { ColumnPlan } from './plan-columns.ts';

/**
 * The entity numbers of a block's rows in its reference columns, each drawn once, after the one it follows from.
 *
 * @param known columns whose numbers are drawn
 */
export function referenceMaker(
  columns: readonly ColumnPlan[],
  {
    rows,
    streamOf,
    known = new Map(),
    missingShareOf = (column) => missingShare(columns[column], null),
  }: {
    rows: number;
    streamOf: (column: number) => RandomStream;
    known?: Map<number, Int32Array> | undefined;
    /** The share of missing values in each row of a column. */
    missingShareOf?: (column: number) => (row: number) => number;
  },
): (column: number) => Int32Array {
  const referenceOf = (i: number): Int32Array => {
    const settled = known.get(i);
    if (settled !== undefined) return settled;
    const made = columns[i].made;
    if (made?.kind !== 'reference') throw new TypeError('no reference column');
    const parent = made.parent < 0 ? null : referenceOf(made.parent);
    const above = made.parent < 0 ? null : columns[made.parent].made;
    const parentEntities = above?.kind === 'reference' ? above.entities : 0;
    const of = drawReferences(made, {
      rows,
      parent,
      parentEntities,
      missingShare: missingShareOf(i),
      stream: streamOf(i),
    });
    known.set(i, of);
    return of;
  };
  return referenceOf;
}
