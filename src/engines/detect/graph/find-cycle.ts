import { MAX_STEPS } from './pattern.ts';
import type { TransferGraph } from './transfer-graph.ts';

/** Transfers of the longest cycle that is looked for. */
const LONGEST_CYCLE = 6;

/**
 * A chain of later and later transfers from one row on that comes back to its first account over at least two
 * others, each visited once.
 */
export function findCycle(graph: TransferGraph, first: number, window: number): number[] | null {
  const start = graph.from[first];
  const until = graph.time[first] + window;
  let steps = 0;
  const walk = (path: number[], seen: Set<number>): number[] | null => {
    const last = path[path.length - 1];
    for (const row of graph.outOf[graph.to[last]]) {
      if (graph.time[row] < graph.time[last] || row === last) continue;
      if (graph.time[row] > until || ++steps > MAX_STEPS) break;
      const next = graph.to[row];
      if (next === start && path.length >= 2) return [...path, row];
      if (seen.has(next) || next === start || path.length + 1 >= LONGEST_CYCLE) continue;
      seen.add(next);
      const found = walk([...path, row], seen);
      if (found !== null) return found;
      seen.delete(next);
    }
    return null;
  };
  return walk([first], new Set([graph.to[first]]));
}
