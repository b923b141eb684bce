import type { TransferGraph } from './transfer-graph.ts';

/** Place of the first of an account's rows at or after a moment. */
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
