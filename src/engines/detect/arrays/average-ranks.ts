import { NO_GROUP, type RankedColumn, rankColumn } from './ranked-column.ts';
import type { Values } from './values.ts';

/** Returns mid-ranks as a share of the rows, 0..1: (rows below + half the ties) / rows. */
export function averageRanks(
  values: Values,
  ranked: RankedColumn = rankColumn(values),
): Float64Array {
  const { groupOf, upTo, present } = ranked;
  const share = new Float64Array(upTo.length);
  for (let g = 0; g < upTo.length; g++) {
    share[g] = ((g === 0 ? 0 : upTo[g - 1]) + upTo[g]) / 2 / present;
  }
  const ranks = new Float64Array(values.length);
  for (let i = 0; i < ranks.length; i++) {
    const group = groupOf[i];
    ranks[i] = group === NO_GROUP ? 0 : share[group];
  }
  return ranks;
}
