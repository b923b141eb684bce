import type { TransferGraph } from './transfer-graph.ts';

export type ScoredAccount = { name: string; score: number };

/** Scores each account, 0..1, in graph order: the maximum over its incoming and outgoing rows. */
export function scoreAccounts(graph: TransferGraph, scores: Float64Array): Float64Array {
  const best = new Float64Array(graph.names.length);
  for (const row of graph.byTime) {
    for (const node of [graph.from[row], graph.to[row]]) {
      if (scores[row] > best[node]) best[node] = scores[row];
    }
  }
  return best;
}

/** Returns the accounts with the highest scores; ties by name. */
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
