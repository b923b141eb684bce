import type { ChanceModel } from './chance-model.ts';
import { accountsOf, type FoundPattern } from './pattern.ts';
import { logPoissonTail } from './tail.ts';
import type { TransferGraph } from './transfer-graph.ts';

type Search = {
  out: readonly number[];
  partners: number;
  window: number;
  chance: ChanceModel;
};

/** Finds a fan-out followed by a fan-in over the same intermediate accounts. */
export function findScatterGather(
  graph: TransferGraph,
  { out, partners, window, chance }: Search,
): FoundPattern | null {
  const reached = new Map<number, number[]>();
  for (const row of out) {
    for (const next of graph.outOf[graph.to[row]]) {
      const gap = graph.time[next] - graph.time[row];
      if (gap < 0) continue;
      if (gap > window) break;
      if (graph.to[next] === graph.from[row] || graph.to[next] >= graph.centers) continue;
      const pairs = reached.get(graph.to[next]);
      if (pairs === undefined) reached.set(graph.to[next], [row, next]);
      else pairs.push(row, next);
    }
  }
  let best: FoundPattern | null = null;
  for (const [sink, pairs] of reached) {
    const between = new Set(pairs.filter((_, i) => i % 2 === 0).map((row) => graph.to[row]));
    if (between.size < partners) continue;
    const rows = [...new Set(pairs)];
    // -log10 of the expected number, in the whole file, of such joint payments to one account.
    const first = graph.time[out[0]];
    const cell = { first, last: graph.time[out[out.length - 1]] + window };
    const share = chance.shareOf(cell, rows);
    let expected = 0;
    for (const target of accountsOf(out, graph.to)) {
      expected += 1 - Math.exp(-chance.expectedTransfers(target, sink) * share);
    }
    const looks = Math.log10(chance.accounts * reached.size);
    const surprise = -logPoissonTail(between.size, expected) - looks;
    if (best === null || surprise > best.surprise)
      best = { kind: 'scatter-gather', rows, surprise };
  }
  return best;
}
