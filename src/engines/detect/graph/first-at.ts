import type { TransferGraph } from './transfer-graph.ts';

/** Returns the position of an account's first row at or after a time. */
export function firstAt(
  { time }: Pick<TransferGraph, 'time'>,
  rows: Uint32Array,
  moment: number,
): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[rows[middle]] < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}
