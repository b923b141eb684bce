import type { RandomStream } from '../../../random/stream.ts';
import { encodeNumber } from '../../codec/number-codec.ts';
import { leafOfRow } from '../../trees/tree.ts';
import type { SiblingSlots } from '../sibling-slots.ts';
import type { SiblingRows } from '../tables-model.ts';
import { drawCount } from './draw-count.ts';

/** Number of rows of a parent, its code, and the stream that its rows continue. */
export type SiblingCount = { rows: number; code: number; stream: RandomStream };

/** Rounds scaled numbers so that none loses what rounding takes from the total. */
function scaled(counts: readonly number[], factor: number): number[] {
  let carried = 0;
  return counts.map((rows) => {
    const exact = rows * factor + carried;
    const whole = Math.max(0, Math.round(exact));
    carried = exact - whole;
    return whole;
  });
}

/**
 * Draws the number of rows of each parent; parents of -1 have one row each. Large numbers are scaled
 * to the file's mean: context columns of drawn parents, such as the number of other rows, differ
 * from the file's, so that totals would drift.
 */
export function siblingCounts(
  { count, countTree, meanRows }: Pick<SiblingRows, 'count' | 'countTree' | 'meanRows'>,
  {
    slots,
    context,
    parents,
    even,
    streamOf,
    isFree,
  }: {
    slots: SiblingSlots;
    context: readonly Uint8Array[];
    parents: Int32Array;
    even: Float64Array;
    streamOf: (i: number) => RandomStream;
    /** True if no condition chooses the parents. */
    isFree: boolean;
  },
): SiblingCount[] {
  const features = new Uint8Array(slots.sizes.length);
  const drawn = Array.from(parents, (parent, i): SiblingCount => {
    const stream = streamOf(i);
    if (parent < 0) return { rows: 1, code: encodeNumber(count, 1), stream };
    context.forEach((list, f) => {
      features[f] = list[parent];
    });
    const leaf = leafOfRow(countTree, features, slots.ordered);
    return { ...drawCount(countTree, { leaf, codec: count, even: even[i], stream }), stream };
  });
  const total = drawn.reduce((sum, { rows }) => sum + rows, 0);
  if (meanRows === undefined || !isFree || total === 0 || parents.includes(-1)) return drawn;
  const rows = scaled(
    drawn.map((own) => own.rows),
    (meanRows * parents.length) / total,
  );
  return drawn.map((own, i) => ({ ...own, rows: rows[i], code: encodeNumber(count, rows[i]) }));
}
