import type { ChanceModel, SizeRange } from './chance-model.ts';
import { firstAt } from './first-at.ts';
import { type FoundPattern, MAX_STEPS } from './pattern.ts';
import type { TransferGraph } from './transfer-graph.ts';

const LONGEST_CYCLE = 8;

/** Returns the amounts accepted as passing a transfer on: from 80 % of it to slightly more. */
const passedOn = (size: number): SizeRange => ({
  low: size + Math.log10(0.8),
  high: size + Math.log10(1.05),
});

/** Returns true if the first account is paid in time; `chained`: with an attainable amount. */
function returnsToStart(
  { from, time, sizes, into }: TransferGraph,
  { first, until, chained }: { first: number; until: number; chained: boolean },
): boolean {
  const rows = into[from[first]];
  const { low, high } = passedOn(0);
  for (let place = firstAt({ time }, rows, time[first]); place < rows.length; place++) {
    const row = rows[place];
    if (time[row] > until) return false;
    if (!chained || sizes === null) return true;
    const change = (sizes[row] - sizes[first]) / (LONGEST_CYCLE - 1);
    if (change >= low && change <= high) return true;
  }
  return false;
}

/**
 * Accounts that did not lead back to a first account: from a time on, within a length of path. A way
 * back through an account of the path would be a shorter cycle, so none is missed.
 */
type DeadEnds = Map<number, { at: number; length: number }>;

/**
 * Finds a chain of transfers, each later than the previous, from one row back to its first account
 * over at least two others, each visited once. With `chained`, each transfer passes on the amount
 * of the previous one.
 */
export function findCycle(
  graph: TransferGraph,
  {
    first,
    window,
    chained,
    failed = new Map(),
  }: { first: number; window: number; chained: boolean; failed?: DeadEnds },
): number[] | null {
  const { from, to, time, sizes, followed } = graph;
  if (chained && sizes === null) return null;
  const start = from[first];
  const until = time[first] + window;
  if (!returnsToStart(graph, { first, until, chained })) return null;
  let steps = 0;
  const passes = (row: number, last: number): boolean => {
    if (!chained || sizes === null) return true;
    const { low, high } = passedOn(sizes[last]);
    return sizes[row] >= low && sizes[row] <= high;
  };
  const leadsBack = (account: number, { at, length }: { at: number; length: number }) => {
    const known = failed.get(account);
    return known === undefined || at < known.at || length < known.length;
  };
  const walk = (path: number[], seen: Set<number>): number[] | null => {
    const last = path[path.length - 1];
    const rows = followed[to[last]];
    for (let place = firstAt(graph, rows, time[last]); place < rows.length; place++) {
      const row = rows[place];
      if (row === last) continue;
      if (time[row] > until || ++steps > MAX_STEPS) break;
      if (!passes(row, last)) continue;
      const next = to[row];
      if (next === start && path.length >= 2) return [...path, row];
      if (seen.has(next) || next === start || path.length + 1 >= LONGEST_CYCLE) continue;
      const state = { at: time[row], length: path.length + 1 };
      if (!chained && !leadsBack(next, state)) continue;
      seen.add(next);
      const cycle = walk([...path, row], seen);
      if (cycle !== null) return cycle;
      seen.delete(next);
      if (!chained && steps <= MAX_STEPS) failed.set(next, state);
    }
    return null;
  };
  const cycle = walk([first], new Set([to[first]]));
  // Of a search that found something or was cut short, dead ends hold for this path alone.
  if (cycle !== null || steps > MAX_STEPS) failed.clear();
  return cycle;
}

/** Finds an account's cycles, one per transfer, with amounts passed on; without any, the first. */
export function* findCycles(
  graph: TransferGraph,
  { node, window, chance }: { node: number; window: number; chance: ChanceModel },
): Generator<FoundPattern> {
  let chained = false;
  for (const first of graph.followed[node]) {
    const rows = findCycle(graph, { first, window, chained: true });
    if (rows === null) continue;
    chained = true;
    yield { kind: 'cycle', rows, surprise: surpriseOf(graph, { rows, chained, chance }) };
  }
  if (chained) return;
  // From the last transfer to the first: what leads nowhere by a later end does not by an earlier one.
  const failed: DeadEnds = new Map();
  const rows = [...graph.followed[node]]
    .toReversed()
    .map((first) => findCycle(graph, { first, window, chained, failed }))
    .findLast((found) => found !== null);
  if (rows) yield { kind: 'cycle', rows, surprise: surpriseOf(graph, { rows, chained, chance }) };
}

/**
 * Returns -log10 of the expected number of cycles of this length, duration and chaining under the
 * null model: one begins at every transfer, each account continues with one of its own, and the
 * last returns by chance.
 */
function surpriseOf(
  graph: TransferGraph,
  { rows, chained, chance }: { rows: number[]; chained: boolean; chance: ChanceModel },
): number {
  const { from, time, sizes } = graph;
  const first = time[rows[0]];
  const last = time[rows[rows.length - 1]];
  let expected = graph.into[from[rows[0]]].length;
  rows.forEach((row, i) => {
    if (i === 0) return;
    const range = chained && sizes !== null ? passedOn(sizes[rows[i - 1]]) : undefined;
    expected *= graph.outOf[from[row]].length * chance.shareOf({ first, last, range }, rows);
  });
  return -Math.log10(expected);
}
