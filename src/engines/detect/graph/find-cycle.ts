import type { ChanceModel, SizeRange } from './chance-model.ts';
import { firstAt } from './first-at.ts';
import { type FoundPattern, MAX_STEPS } from './pattern.ts';
import type { TransferGraph } from './transfer-graph.ts';

/** Transfers of the longest cycle that is looked for. */
const LONGEST_CYCLE = 6;

/** What a transfer that passes an amount on holds of it: all but a fifth, which others keep, or a little more. */
const passedOn = (size: number): SizeRange => ({
  low: size + Math.log10(0.8),
  high: size + Math.log10(1.05),
});

/** Whether the first account is paid at all in time, with `chained` an amount that so many steps can leave. */
function comesBack(
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
 * A chain of later and later transfers from one row on that comes back to its first account over at least two
 * others, each visited once; with `chained`, each transfer passes on what the one before it brought.
 */
export function findCycle(
  graph: TransferGraph,
  { first, window, chained }: { first: number; window: number; chained: boolean },
): number[] | null {
  const { from, to, time, sizes, outOf } = graph;
  if (chained && sizes === null) return null;
  const start = from[first];
  const until = time[first] + window;
  if (!comesBack(graph, { first, until, chained })) return null;
  let steps = 0;
  const passes = (row: number, last: number): boolean => {
    if (!chained || sizes === null) return true;
    const { low, high } = passedOn(sizes[last]);
    return sizes[row] >= low && sizes[row] <= high;
  };
  const walk = (path: number[], seen: Set<number>): number[] | null => {
    const last = path[path.length - 1];
    const rows = outOf[to[last]];
    for (let place = firstAt(graph, rows, time[last]); place < rows.length; place++) {
      const row = rows[place];
      if (row === last) continue;
      if (time[row] > until || ++steps > MAX_STEPS) break;
      if (!passes(row, last)) continue;
      const next = to[row];
      if (next === start && path.length >= 2) return [...path, row];
      if (seen.has(next) || next === start || path.length + 1 >= LONGEST_CYCLE) continue;
      seen.add(next);
      const found = walk([...path, row], seen);
      if (found !== null) return found;
      seen.delete(next);
    }
    return null;
  };
  return walk([first], new Set([to[first]]));
}

/**
 * The cycles through an account: one from each of its transfers that comes back with amounts passed on; where none
 * does, the first that comes back at all.
 */
export function* findCycles(
  graph: TransferGraph,
  { node, window, chance }: { node: number; window: number; chance: ChanceModel },
): Generator<FoundPattern> {
  let chained = false;
  for (const first of graph.outOf[node]) {
    const rows = findCycle(graph, { first, window, chained: true });
    if (rows === null) continue;
    chained = true;
    yield { kind: 'cycle', rows, surprise: surpriseOf(graph, { rows, chained, chance }) };
  }
  if (chained) return;
  for (const first of graph.outOf[node]) {
    const rows = findCycle(graph, { first, window, chained });
    if (rows === null) continue;
    yield { kind: 'cycle', rows, surprise: surpriseOf(graph, { rows, chained, chance }) };
    return;
  }
}

/**
 * -log10 of the cycles of this length, time and chaining that chance makes among accounts with as many transfers:
 * one begins at every transfer, each account on it goes on with one of its own, the last comes back by chance.
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
