import { averageRanks } from '../arrays/average-ranks.ts';
import type { TransferGraph } from './transfer-graph.ts';

const DAY = 86_400_000;

/** Most different partners that an account has within one window. */
function busiest(
  graph: TransferGraph,
  rows: Uint32Array,
  partner: Int32Array,
  window: number,
): number {
  const held = new Map<number, number>();
  let start = 0;
  let most = 0;
  for (let end = 0; end < rows.length; end++) {
    held.set(partner[rows[end]!]!, (held.get(partner[rows[end]!]!) ?? 0) + 1);
    while (graph.time[rows[end]!]! - graph.time[rows[start]!]! > window) {
      const gone = partner[rows[start++]!]!;
      const left = held.get(gone)! - 1;
      if (left === 0) held.delete(gone);
      else held.set(gone, left);
    }
    most = Math.max(most, held.size);
  }
  return most;
}

/**
 * How much each account stands out in the network, 0..1: the mean rank of its degrees within a week and of how
 * far they exceed its usual ones.
 */
export function scoreAccounts(graph: TransferGraph, window = 7 * DAY): Float64Array {
  const peaks = (lists: readonly Uint32Array[], partner: Int32Array) =>
    Float64Array.from(lists, (rows) => busiest(graph, rows, partner, window));
  const into = peaks(graph.into, graph.from);
  const out = peaks(graph.outOf, graph.to);
  const ranks = [averageRanks(into), averageRanks(out)];
  return into.map((_, node) => Math.max(ranks[0]![node]!, ranks[1]![node]!));
}
