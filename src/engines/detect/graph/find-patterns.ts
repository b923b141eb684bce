import { DAY } from '../../table/datetime-form.ts';
import { busiestWindow } from './busiest-window.ts';
import { type ChanceModel, chanceModel } from './chance-model.ts';
import { findCycles } from './find-cycle.ts';
import { type Fan, findFan } from './find-fan.ts';
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
  /** Maximum duration of a pattern in milliseconds. */
  window?: number;
  partners?: number;
  most?: number;
  leastSurprise?: number;
};

type Search = { window: number; partners: number; chance: ChanceModel };

function* patternsAround(
  graph: TransferGraph,
  node: number,
  { window, partners, chance }: Search,
): Generator<FoundPattern | null> {
  const sides = { window, partners, chance };
  const into = findFan(graph, { rows: graph.into[node], partner: graph.from, ...sides });
  const out = findFan(graph, { rows: graph.outOf[node], partner: graph.to, ...sides });
  if (into !== null && out !== null) yield gatherScatter(graph, { into, out, window, chance });
  if (into !== null) yield { kind: 'fan-in', ...into };
  if (out !== null) yield { kind: 'fan-out', ...out };
  // A book shows too little of external accounts to follow their money.
  const busiest = busiestWindow(graph, { rows: graph.followed[node], partner: graph.to, window });
  const paid = accountsOf(busiest, graph.to).size;
  const between = Math.max(3, partners - 2);
  if (paid >= between) {
    yield findScatterGather(graph, { out: busiest, partners: between, window, chance });
  }
  if (paid >= 2) yield findLayers(graph, { out: busiest, window, chance });
  yield* findCycles(graph, { node, window, chance });
}

/** Finds money that is gathered and then, soon after, scattered. */
function gatherScatter(
  { time }: TransferGraph,
  { into, out, window, chance }: { into: Fan; out: Fan; window: number; chance: ChanceModel },
): FoundPattern | null {
  const gap = time[out.rows[0]] - time[into.rows[into.rows.length - 1]];
  if (time[out.rows[0]] < time[into.rows[0]] || gap > window) return null;
  // Same account and time for both parts: count these tests once, not twice.
  const looks = Math.log10(chance.accounts * Math.max(1, chance.span / window));
  return {
    kind: 'gather-scatter',
    rows: [...into.rows, ...out.rows],
    surprise: into.surprise + out.surprise + looks,
  };
}

/** Finds the patterns of Altman et al. (2023, section 3.2), least probable first in each kind. */
export function findPatterns(graph: TransferGraph, options: PatternOptions = {}): GraphPattern[] {
  const { window = 7 * DAY, partners = 3, most = 20, leastSurprise = 0 } = options;
  const chance = chanceModel(graph);
  // By kind, then by accounts: a pattern is found from several of its accounts.
  const patternsByKind = new Map<PatternKind, Map<string, GraphPattern>>();
  for (let node = 0; node < graph.centers; node++) {
    for (const candidate of patternsAround(graph, node, { window, partners, chance })) {
      if (candidate === null || candidate.surprise < leastSurprise) continue;
      const pattern = toGraphPattern(graph, candidate, node);
      const ofKind = patternsByKind.get(candidate.kind) ?? new Map<string, GraphPattern>();
      patternsByKind.set(candidate.kind, ofKind);
      const accounts = pattern.accounts.toSorted().join('\u0000');
      const existing = ofKind.get(accounts);
      if (existing === undefined || existing.surprise < pattern.surprise)
        ofKind.set(accounts, pattern);
    }
  }
  return [...patternsByKind.values()].flatMap((patterns) =>
    [...patterns.values()]
      .sort((a, b) => b.surprise - a.surprise || (a.accounts[0] < b.accounts[0] ? -1 : 1))
      .slice(0, most),
  );
}
