import type { TransferGraph } from './transfer-graph.ts';

export type ScoredAccount = { name: string; score: number };

/**
 * How much each account of a transfer file stands out, 0..1, in the graph's order: the highest score among the
 * transfers it sends or receives. The fans of both ends are features of those rows.
 */
export function scoreAccounts(graph: TransferGraph, scores: Float64Array): Float64Array {
  const best = new Float64Array(graph.names.length);
  for (const row of graph.byTime) {
    for (const node of [graph.from[row], graph.to[row]]) {
      if (scores[row] > best[node]) best[node] = scores[row];
    }
  }
  return best;
}

/** The accounts that stand out most; equal ones by name. */
export function topAccounts(
  graph: TransferGraph,
  scores: Float64Array,
  most: number,
): ScoredAccount[] {
  const best = scoreAccounts(graph, scores);
  return Array.from(best, (score, node) => ({ name: graph.names[node], score }))
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, most);
}
