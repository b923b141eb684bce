import type { RandomStream } from '../../random/stream.ts';
import type { DrawnHistories } from './drawn-histories.ts';

/** Entities whose rows have the file's mean together, and the tolerance. */
export const HELD_ENTITIES = 128;
const HELD_SHARE = 0.005;

/**
 * Draws some entities again until each 128 of them have the file's rows per entity, so that a sample
 * has as many entities as the file: their number would vary by 4 % from sample to sample.
 */
export function holdMean(
  drawn: DrawnHistories[],
  meanRows: number,
  {
    redraw,
    stream,
  }: { redraw: (e: number, attempt: number) => DrawnHistories; stream: RandomStream },
): void {
  for (let from = 0; from < drawn.length; from += HELD_ENTITIES) {
    const count = Math.min(HELD_ENTITIES, drawn.length - from);
    let excess = -meanRows * count;
    for (let e = from; e < from + count; e++) excess += drawn[e].entity.length;
    for (let attempt = 1; attempt <= count; attempt++) {
      if (Math.abs(excess) <= HELD_SHARE * meanRows * count) break;
      const e = from + stream.below(count);
      const own = redraw(e, attempt);
      const next = excess + own.entity.length - drawn[e].entity.length;
      if (Math.abs(next) >= Math.abs(excess)) continue;
      excess = next;
      drawn[e] = own;
    }
  }
}
