import type { RandomStream } from '../../random/stream.ts';
import type { Column } from '../../table/table.ts';
import { allocateEntities } from './allocate-entities.ts';
import type { ColumnPlan } from './column-plan.ts';
import { drawReferences } from './make-column.ts';
import { missingShare } from './missing-shares.ts';
import { numberingOf, rootOf } from './numbering.ts';
import { drawOwners } from './owner-groups.ts';

/** Returns the attributes of a column and of those that follow from it: of a terminal, its merchant. */
const attributesBelow = (columns: readonly ColumnPlan[], root: number): number[] =>
  columns.flatMap((plan, i) => {
    const attributes = numberingOf(plan)?.attributes ?? [];
    return attributes.length > 0 && rootOf(columns, i) === root ? attributes : [];
  });

/** Orders columns of codes by their number of different codes. */
function coarseFirst(columns: readonly ArrayLike<number>[]): ArrayLike<number>[] {
  return columns
    .map((codes) => ({ codes, count: new Set(Array.from(codes)).size }))
    .sort((a, b) => a.count - b.count)
    .map(({ codes }) => codes);
}

/**
 * Builds a function that draws the entity numbers of a block's reference and person columns, each
 * once and after the one it follows from.
 *
 * @param options.assigned columns whose numbers are already drawn
 * @param options.block number of the block and its maximum rows, for columns that number persons
 */
export function referenceMaker(
  columns: readonly ColumnPlan[],
  {
    rows,
    streamOf,
    block,
    assigned = new Map(),
    codesOf = () => [],
    missingShareOf = (column) => missingShare(columns[column], null),
    modeled = [],
  }: {
    rows: number;
    streamOf: (column: number) => RandomStream;
    block?: { block: number; room: number } | undefined;
    assigned?: Map<number, Int32Array> | undefined;
    /** Codes of a modeled column by row, if they are drawn before. */
    codesOf?: (column: number) => ArrayLike<number>[];
    missingShareOf?: (column: number) => (row: number) => number;
    /** Modeled columns, if they are drawn before. */
    modeled?: readonly (Column | null)[];
  },
): (column: number) => Int32Array {
  const referenceOf = (i: number): Int32Array => {
    const settled = assigned.get(i);
    if (settled !== undefined) return settled;
    const plan = numberingOf(columns[i]);
    if (plan === null) throw new TypeError('Expected a column of numbered values.');
    const of = drawNumbers(plan, i);
    assigned.set(i, of);
    return of;
  };
  const drawNumbers = (plan: NonNullable<ReturnType<typeof numberingOf>>, i: number) => {
    const stream = streamOf(i);
    const { rows: training, groups } = plan;
    if (groups !== undefined && modeled.length > 0) {
      const parent = plan.parent < 0 ? null : referenceOf(plan.parent);
      const own = { columns: modeled, rows, parent, stream, missingShare: missingShareOf(i) };
      return drawOwners({ ...plan, groups }, own);
    }
    if (plan.parent < 0 && training !== undefined && block !== undefined)
      return allocateEntities(
        { ...plan, rows: training },
        {
          rows,
          ...block,
          stream,
          missingShare: missingShareOf(i),
          attributes: coarseFirst(attributesBelow(columns, i).flatMap(codesOf)),
        },
      );
    const above = plan.parent < 0 ? null : numberingOf(columns[plan.parent]);
    return drawReferences(plan, {
      rows,
      parent: plan.parent < 0 ? null : referenceOf(plan.parent),
      parentEntities: above?.entities ?? 0,
      // A person's missing values are drawn with its other data.
      missingShare: columns[i].made?.kind === 'personal' ? () => 0 : missingShareOf(i),
      stream,
    });
  };
  return referenceOf;
}
