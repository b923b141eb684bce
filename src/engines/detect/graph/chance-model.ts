import { sortedRows } from '../arrays/ranked-column.ts';
import type { TransferGraph } from './transfer-graph.ts';

/** Range of log10 amounts, both ends included. */
export type SizeRange = { low: number; high: number };

/** Time interval in milliseconds and optional range of amounts, both ends included. */
export type Cell = { first: number; last: number; range?: SizeRange | undefined };

/**
 * Null model: a file with the same accounts, in- and out-degrees, times and amounts, in which
 * partners, times and amounts are permuted at random (configuration model: Newman, Networks, 2010,
 * chapter 13).
 */
export type ChanceModel = {
  /** Accounts that can be the center of a pattern. */
  accounts: number;
  span: number;
  /**
   * Returns the probability that a random transfer falls into the cell. The transfers in question
   * are excluded so that a pattern doesn't explain itself; one is added to the rest so that no
   * probability is 0.
   */
  shareOf: (cell: Cell, without: ArrayLike<number>) => number;
  /** Returns the expected number of transfers from one account to another in the whole file. */
  expectedTransfers: (from: number, to: number) => number;
};

function countBelow(sorted: Float64Array, limit: number, orEqual: boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < limit || (orEqual && sorted[middle] === limit)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Values of the file's transfers, minus excluded ones. */
function shareWithin(rows: Uint32Array, values: Float64Array) {
  const own = Float64Array.from(rows, (row) => values[row]);
  const sorted = Float64Array.from(sortedRows(own), (place) => own[place]);
  return (low: number, high: number, without: ArrayLike<number>): number => {
    let within = 0;
    for (let i = 0; i < without.length; i++) {
      const value = values[without[i]];
      if (value >= low && value <= high) within++;
    }
    const inside = countBelow(sorted, high, true) - countBelow(sorted, low, false) - within;
    return Math.min(1, (inside + 1) / (sorted.length - without.length + 1));
  };
}

export function chanceModel(graph: TransferGraph): ChanceModel {
  const { byTime, time, sizes, outOf, into } = graph;
  const shareOfTime = shareWithin(byTime, time);
  const shareOfSizes = sizes === null ? null : shareWithin(byTime, sizes);
  const last = byTime.length - 1;
  return {
    accounts: graph.centers,
    span: last < 0 ? 0 : time[byTime[last]] - time[byTime[0]],
    shareOf: (cell, without) => {
      const inTime = shareOfTime(cell.first, cell.last, without);
      if (cell.range === undefined || shareOfSizes === null) return inTime;
      return inTime * shareOfSizes(cell.range.low, cell.range.high, without);
    },
    expectedTransfers: (from, to) => (outOf[from].length * into[to].length) / (last + 1),
  };
}
