import type { RandomStream } from '../../random/stream.ts';
import { drawReferences } from './make-column.ts';
import { missingShare } from './missing-shares.ts';
import type { ColumnPlan } from './plan-columns.ts';

/**
 * Builds a function that draws the entity numbers of a block's reference columns, each once and
 * after the one it follows from.
 *
 * @param known columns whose numbers are already drawn
 */
export function referenceMaker(
  columns: readonly ColumnPlan[],
  {
    rows,
    streamOf,
    assigned = new Map(),
    missingShareOf = (column) => missingShare(columns[column], null),
  }: {
    rows: number;
    streamOf: (column: number) => RandomStream;
    assigned?: Map<number, Int32Array> | undefined;
    missingShareOf?: (column: number) => (row: number) => number;
  },
): (column: number) => Int32Array {
  const referenceOf = (i: number): Int32Array => {
    const settled = assigned.get(i);
    if (settled !== undefined) return settled;
    const plan = columns[i].made;
    if (plan?.kind !== 'reference') throw new TypeError('Expected a reference column.');
    const parent = plan.parent < 0 ? null : referenceOf(plan.parent);
    const above = plan.parent < 0 ? null : columns[plan.parent].made;
    const parentEntities = above?.kind === 'reference' ? above.entities : 0;
    const of = drawReferences(plan, {
      rows,
      parent,
      parentEntities,
      missingShare: missingShareOf(i),
      stream: streamOf(i),
    });
    assigned.set(i, of);
    return of;
  };
  return referenceOf;
}
