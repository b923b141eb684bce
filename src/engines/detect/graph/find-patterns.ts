import { DAY } from '../../table/datetime-form.ts';
import { busiestWindow } from './busiest-window.ts';
import { findCycle } from './find-cycle.ts';
import { findLayers } from './find-layers.ts';
import { findScatterGather } from './find-scatter-gather.ts';
import {
  accountsOf,
  type FoundPattern,
  type GraphPattern,
  type PatternKind,
  toGraphPattern,
} from './pattern.ts';
import type { TransferGraph } from './transfer-graph.ts';

export type PatternOptions = {
  /** Milliseconds within which a pattern happens. */
  window?: number;
  /** Different partners that make a fan. */
  partners?: number;
  /** Patterns answered of each kind. */
  most?: number;
};

/** The patterns in whose middle, or at whose beginning, an account stands. */
function* patternsAround(
  graph: TransferGraph,
  node: number,
  { window, partners }: { window: number; partners: number },
): Generator<FoundPattern | null> {
  const { time } = graph;
  const into = busiestWindow(graph, { rows: graph.into[node], partner: graph.from, window });
  const out = busiestWindow(graph, { rows: graph.outOf[node], partner: graph.to, window });
  const isFanIn = accountsOf(into, graph.from).size >= partners;
  const isFanOut = accountsOf(out, graph.to).size >= partners;
  if (isFanIn && isFanOut) {
    const gap = time[out[0]] - time[into[into.length - 1]];
    const follows = time[out[0]] >= time[into[0]] && gap <= window;
    if (follows) yield { kind: 'gather-scatter', rows: [...into, ...out] };
  }
  if (isFanIn) yield { kind: 'fan-in', rows: into };
  if (isFanOut) {
    yield { kind: 'fan-out', rows: out };
    yield findScatterGather(graph, { out, partners: Math.max(3, partners - 2), window });
  }
  if (out.length >= 2) yield findLayers(graph, out, window);
  for (const row of graph.outOf[node]) {
    const rows = findCycle(graph, row, window);
    if (rows === null) continue;
    yield { kind: 'cycle', rows };
    return;
  }
}

/** Looks for the patterns of Altman et al. (2023, section 3.2) within a window of time, the largest of each first. */
export function findPatterns(graph: TransferGraph, options: PatternOptions = {}): GraphPattern[] {
  const { window = 7 * DAY, partners = 5, most = 20 } = options;
  // By kind, then by accounts: a pattern is found from several of its accounts.
  const found = new Map<PatternKind, Map<string, GraphPattern>>();
  for (let node = 0; node < graph.names.length; node++) {
    for (const candidate of patternsAround(graph, node, { window, partners })) {
      if (candidate === null) continue;
      const pattern = toGraphPattern(graph, candidate, node);
      const ofKind = found.get(candidate.kind) ?? new Map<string, GraphPattern>();
      found.set(candidate.kind, ofKind.set(pattern.accounts.toSorted().join('\u0000'), pattern));
    }
  }
  return [...found.values()].flatMap((patterns) =>
    [...patterns.values()]
      .sort((a, b) => b.size - a.size || (a.accounts[0] < b.accounts[0] ? -1 : 1))
      .slice(0, most),
  );
}
