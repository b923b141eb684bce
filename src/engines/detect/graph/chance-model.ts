import { sortedRows } from '../arrays/ranked-column.ts';
import type { TransferGraph } from './transfer-graph.ts';

/** log10 of amounts, both ends included. */
export type SizeRange = { low: number; high: number };

/** A stretch of time in milliseconds, both ends included, and a range of amounts; without one any amount. */
export type Cell = { first: number; last: number; range?: SizeRange | undefined };

/**
 * What would happen by chance in a file of the same accounts, each with as many transfers in and out as it has,
 * and of the same times and amounts, where who pays whom, when and how much is drawn at random (the configuration
 * model: Newman, Networks, 2010, chapter 13; times and amounts permuted).
 */
export type ChanceModel = {
  /** Accounts that can be the center of a pattern. */
  accounts: number;
  /** Milliseconds from the first transfer to the last. */
  span: number;
  /**
   * Chance that a transfer drawn at random falls into the cell. The transfers asked about are taken out, so that a
   * pattern doesn't explain itself; what is left counts one more, so that no chance is 0.
   */
  shareOf: (cell: Cell, without: ArrayLike<number>) => number;
  /** Transfers from one account to another that chance makes in the whole file. */
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

/** Values of the file's transfers, and which of them are left when some are taken out. */
function shareWithin(rows: Uint32Array, values: Float64Array) {
  const own = Float64Array.from(rows, (row) => values[row]);
  const sorted = Float64Array.from(sortedRows(own), (place) => own[place]);
  return (low: number, high: number, without: ArrayLike<number>): number => {
    let taken = 0;
    for (let i = 0; i < without.length; i++) {
      const value = values[without[i]];
      if (value >= low && value <= high) taken++;
    }
    const inside = countBelow(sorted, high, true) - countBelow(sorted, low, false) - taken;
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
