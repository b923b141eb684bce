import type { FoundPattern } from './pattern.ts';
import type { TransferGraph } from './transfer-graph.ts';

/** Fan-out, then fan-in over the same accounts in between. */
export function findScatterGather(
  graph: TransferGraph,
  { out, partners, window }: { out: readonly number[]; partners: number; window: number },
): FoundPattern | null {
  const reached = new Map<number, number[]>();
  for (const row of out) {
    for (const next of graph.outOf[graph.to[row]]) {
      const gap = graph.time[next] - graph.time[row];
      if (gap < 0) continue;
      if (gap > window) break;
      if (graph.to[next] === graph.from[row]) continue;
      const pairs = reached.get(graph.to[next]);
      if (pairs === undefined) reached.set(graph.to[next], [row, next]);
      else pairs.push(row, next);
    }
  }
  let best: number[] = [];
  for (const rows of reached.values()) {
    const between = new Set(rows.filter((_, i) => i % 2 === 0).map((row) => graph.to[row]));
    if (between.size >= partners && rows.length > best.length) best = rows;
  }
  return best.length === 0 ? null : { kind: 'scatter-gather', rows: [...new Set(best)] };
}
