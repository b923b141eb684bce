import type { TransferGraph } from './transfer-graph.ts';

/**
 * Returns the rows of the first time window in which an account has the most distinct partners.
 *
 * @param rows rows of one account in time order
 * @param partner by row: the other account
 * @param window milliseconds
 */
export function busiestWindow(
  graph: TransferGraph,
  { rows, partner, window }: { rows: Uint32Array; partner: Int32Array; window: number },
): number[] {
  const counts = new Map<number, number>();
  let start = 0;
  let best = { partners: 0, from: 0, to: 0 };
  for (let end = 0; end < rows.length; end++) {
    const code = partner[rows[end]];
    counts.set(code, (counts.get(code) ?? 0) + 1);
    while (graph.time[rows[end]] - graph.time[rows[start]] > window) {
      const leaving = partner[rows[start++]];
      const left = (counts.get(leaving) ?? 0) - 1;
      if (left === 0) counts.delete(leaving);
      else counts.set(leaving, left);
    }
    if (counts.size > best.partners) best = { partners: counts.size, from: start, to: end + 1 };
  }
  return [...rows.subarray(best.from, best.to)];
}
