import type { RandomStream } from '../../random/stream.ts';
import type { DrawnHistories } from './drawn-histories.ts';

/** Entities whose rows have the file's mean and shares of kinds together. */
export const HELD_ENTITIES = 128;
const HELD_SHARE = 0.005;
const HELD_KINDS = 0.02;

/** Differences of drawn rows from the expected ones: of all rows, and of each kind. */
type Excess = { rows: number; kinds: Float64Array };

function add({ kinds, ...rest }: Excess, { kind }: DrawnHistories, times: number): Excess {
  const sums = kinds.slice();
  if (sums.length > 0) for (const own of kind) sums[own] += times;
  return { rows: rest.rows + times * kind.length, kinds: sums };
}

const ofKinds = ({ kinds }: Excess) => kinds.reduce((sum, own) => sum + Math.abs(own), 0);
const sizeOf = (excess: Excess) => Math.abs(excess.rows) + ofKinds(excess);

/**
 * Draws some entities again until each 128 of them have the file's rows per entity and its shares of
 * kinds. The number of entities of a sample would vary by 4 %, and payments that belong to long
 * lives would be too few where trees of few entities do not find that they do.
 *
 * @param kindShares share of each kind in the file; none to hold the rows alone
 */
export function holdMean(
  drawn: DrawnHistories[],
  { meanRows, kindShares = [] }: { meanRows: number; kindShares?: ArrayLike<number> | undefined },
  {
    redraw,
    stream,
  }: { redraw: (e: number, attempt: number) => DrawnHistories; stream: RandomStream },
): void {
  for (let from = 0; from < drawn.length; from += HELD_ENTITIES) {
    const count = Math.min(HELD_ENTITIES, drawn.length - from);
    const expected = meanRows * count;
    let excess: Excess = {
      rows: -expected,
      kinds: Float64Array.from(kindShares, (share) => -share * expected),
    };
    for (let e = from; e < from + count; e++) excess = add(excess, drawn[e], 1);
    for (let attempt = 1; attempt <= count; attempt++) {
      const isHeld =
        Math.abs(excess.rows) <= HELD_SHARE * expected && ofKinds(excess) <= HELD_KINDS * expected;
      if (isHeld) break;
      const e = from + stream.below(count);
      const own = redraw(e, attempt);
      const next = add(add(excess, drawn[e], -1), own, 1);
      if (sizeOf(next) >= sizeOf(excess)) continue;
      excess = next;
      drawn[e] = own;
    }
  }
}
