import { DAY } from '../../table/date-format.ts';
import type { TransferGraph } from './transfer-graph.ts';

export type PatternKind =
  | 'fan-in'
  | 'fan-out'
  | 'cycle'
  | 'scatter-gather'
  | 'gather-scatter'
  | 'bipartite'
  | 'stack';

export type GraphPattern = {
  kind: PatternKind;
  /** The accounts, the middle one first where there is one. */
  accounts: string[];
  rows: number[];
  /** Transfers as pairs of places in `accounts`: what is needed to draw it. */
  edges: [number, number][];
  /** How many accounts take part; larger patterns come first. */
  size: number;
};

export type PatternOptions = {
  /** Milliseconds within which a pattern happens. */
  window?: number;
  /** Different partners that make a fan. */
  partners?: number;
  /** Patterns answered of each kind. */
  most?: number;
};

const LONGEST_CYCLE = 6;
/** Steps after which a search from one account gives up: hubs would take for ever. */
const MAX_STEPS = 2000;

type Found = { kind: PatternKind; rows: number[] };

/** The window of an account's rows with the most different partners. */
function widest(
  graph: TransferGraph,
  { rows, partner, window }: { rows: Uint32Array; partner: Int32Array; window: number },
): number[] {
  const held = new Map<number, number>();
  let start = 0;
  let best: [number, number, number] = [0, 0, 0];
  for (let end = 0; end < rows.length; end++) {
    const code = partner[rows[end]];
    held.set(code, (held.get(code) ?? 0) + 1);
    while (graph.time[rows[end]] - graph.time[rows[start]] > window) {
      const gone = partner[rows[start++]];
      const left = held.get(gone)! - 1;
      if (left === 0) held.delete(gone);
      else held.set(gone, left);
    }
    if (held.size > best[0]) best = [held.size, start, end + 1];
  }
  return [...rows.subarray(best[1], best[2])];
}

/** A chain of later and later transfers that comes back to its first account, others visited once. */
function cycleFrom(graph: TransferGraph, first: number, window: number): number[] | null {
  const start = graph.from[first];
  const until = graph.time[first] + window;
  let steps = 0;
  const walk = (path: number[], seen: Set<number>): number[] | null => {
    const last = path.at(-1)!;
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

const distinct = (rows: readonly number[], ends: Int32Array) =>
  new Set(rows.map((row) => ends[row]));

/** Fan-out, then fan-in over the same accounts in between. */
function scatterGather(
  graph: TransferGraph,
  { out, partners, window }: { out: readonly number[]; partners: number; window: number },
): Found | null {
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

/** The rows of a span of time, none where they are more than a search can follow: everybody pays a hub. */
function within(
  graph: TransferGraph,
  { rows, first, last }: { rows: Uint32Array; first: number; last: number },
): Uint32Array {
  const from = firstAt(graph, rows, first);
  let to = from;
  while (to < rows.length && graph.time[rows[to]] <= last) {
    if (++to - from > MAX_STEPS) return new Uint32Array(0);
  }
  return rows.subarray(from, to);
}

/** Place of the first row at or after a moment. */
function firstAt(graph: TransferGraph, rows: Uint32Array, moment: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (graph.time[rows[middle]] < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Several payers who all pay the same several receivers; a stack where those pay on together. */
function layers(graph: TransferGraph, out: readonly number[], window: number): Found | null {
  const targets = distinct(out, graph.to);
  const shared = new Map<number, Map<number, number>>();
  const [first, last] = [graph.time[out[0]] - window, graph.time[out.at(-1)!] + window];
  for (const target of targets) {
    for (const row of within(graph, { rows: graph.into[target], first, last })) {
      const payer = graph.from[row];
      if (!shared.has(payer)) shared.set(payer, new Map());
      shared.get(payer)!.set(target, row);
    }
  }
  const payers = [...shared.values()].filter((rows) => rows.size >= 2);
  const common = [...targets].filter(
    (target) => payers.filter((rows) => rows.has(target)).length >= 2,
  );
  const inputs = payers.filter((rows) => common.filter((target) => rows.has(target)).length >= 2);
  if (inputs.length < 2 || common.length < 2) return null;
  const rows = inputs.flatMap((one) => common.flatMap((target) => one.get(target) ?? []));
  const onward = common.flatMap((target) =>
    Array.from(within(graph, { rows: graph.outOf[target], first, last: last + window })),
  );
  const receivers = new Map<number, Set<number>>();
  for (const row of onward) {
    const payersOf = receivers.get(graph.to[row]) ?? new Set<number>();
    receivers.set(graph.to[row], payersOf.add(graph.from[row]));
  }
  const second = onward.filter((row) => receivers.get(graph.to[row])!.size >= 2);
  return distinct(second, graph.to).size >= 2
    ? { kind: 'stack', rows: [...new Set([...rows, ...second])] }
    : { kind: 'bipartite', rows: [...new Set(rows)] };
}

function picture(graph: TransferGraph, { kind, rows }: Found, center: number): GraphPattern {
  const place = new Map<number, number>([[center, 0]]);
  const placed = (node: number) => {
    if (!place.has(node)) place.set(node, place.size);
    return place.get(node)!;
  };
  const edges = rows.map((row): [number, number] => [
    placed(graph.from[row]),
    placed(graph.to[row]),
  ]);
  return {
    kind,
    accounts: [...place.keys()].map((node) => graph.names[node]),
    rows,
    edges,
    size: place.size,
  };
}

/** Looks for the patterns of Altman et al. (2023, section 3.2) within a window of time, the largest of each first. */
export function findPatterns(graph: TransferGraph, options: PatternOptions = {}): GraphPattern[] {
  const { window = 7 * DAY, partners = 5, most = 20 } = options;
  const found = new Map<PatternKind, Map<string, GraphPattern>>();
  const keep = (one: Found | null, center: number) => {
    if (one === null) return;
    const pattern = picture(graph, one, center);
    const key = pattern.accounts.toSorted().join('\u0000');
    if (!found.has(one.kind)) found.set(one.kind, new Map());
    found.get(one.kind)!.set(key, pattern);
  };
  for (let node = 0; node < graph.names.length; node++) {
    const into = widest(graph, { rows: graph.into[node], partner: graph.from, window });
    const out = widest(graph, { rows: graph.outOf[node], partner: graph.to, window });
    const isIn = distinct(into, graph.from).size >= partners;
    const isOut = distinct(out, graph.to).size >= partners;
    if (isIn && isOut) {
      const begun = graph.time[into[0]];
      const last = graph.time[into.at(-1)!];
      const first = graph.time[out[0]];
      if (first <= last + window && first >= begun) {
        keep({ kind: 'gather-scatter', rows: [...into, ...out] }, node);
      }
    }
    if (isIn) keep({ kind: 'fan-in', rows: into }, node);
    if (isOut) {
      keep({ kind: 'fan-out', rows: out }, node);
      keep(scatterGather(graph, { out, partners: Math.max(3, partners - 2), window }), node);
    }
    if (out.length >= 2) keep(layers(graph, out, window), node);
    for (const row of graph.outOf[node]) {
      const rows = cycleFrom(graph, row, window);
      if (rows === null) continue;
      keep({ kind: 'cycle', rows }, node);
      break;
    }
  }
  return [...found.values()].flatMap((patterns) =>
    [...patterns.values()]
      .sort((a, b) => b.size - a.size || (a.accounts[0] < b.accounts[0] ? -1 : 1))
      .slice(0, most),
  );
}
