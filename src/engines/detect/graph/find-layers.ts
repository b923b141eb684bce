import { accountsOf, type FoundPattern, MAX_STEPS } from './pattern.ts';
import type { TransferGraph } from './transfer-graph.ts';

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

/** Who pays each of some accounts within a span of time, and the row of the latest such payment. */
function payersOf(
  graph: TransferGraph,
  { targets, first, last }: { targets: Set<number>; first: number; last: number },
): Map<number, number>[] {
  const paid = new Map<number, Map<number, number>>();
  for (const target of targets) {
    for (const row of within(graph, { rows: graph.into[target], first, last })) {
      const payer = graph.from[row];
      paid.set(payer, (paid.get(payer) ?? new Map<number, number>()).set(target, row));
    }
  }
  return [...paid.values()];
}

/** The rows whose receiver is paid by at least two of the payers. */
function paidByTwo(graph: TransferGraph, rows: readonly number[]): number[] {
  const payers = new Map<number, Set<number>>();
  for (const row of rows) {
    const known = payers.get(graph.to[row]) ?? new Set<number>();
    payers.set(graph.to[row], known.add(graph.from[row]));
  }
  return rows.filter((row) => (payers.get(graph.to[row])?.size ?? 0) >= 2);
}

/**
 * Several payers who all pay the same several receivers (bipartite); a stack where at least two of those
 * receivers pay at least two accounts on together.
 *
 * @param out rows of one payer within a window, in the order of time, at least one
 * @param window milliseconds before the first and after the last of them in which the others pay
 */
export function findLayers(
  graph: TransferGraph,
  out: readonly number[],
  window: number,
): FoundPattern | null {
  const targets = accountsOf(out, graph.to);
  const first = graph.time[out[0]] - window;
  const last = graph.time[out[out.length - 1]] + window;
  const payers = payersOf(graph, { targets, first, last }).filter((paid) => paid.size >= 2);
  const common = [...targets].filter(
    (target) => payers.filter((paid) => paid.has(target)).length >= 2,
  );
  const inputs = payers.filter((paid) => common.filter((target) => paid.has(target)).length >= 2);
  if (inputs.length < 2 || common.length < 2) return null;
  const rows = inputs.flatMap((paid) => common.flatMap((target) => paid.get(target) ?? []));
  const onward = common.flatMap((target) =>
    Array.from(within(graph, { rows: graph.outOf[target], first, last: last + window })),
  );
  const second = paidByTwo(graph, onward);
  return accountsOf(second, graph.to).size >= 2
    ? { kind: 'stack', rows: [...new Set([...rows, ...second])] }
    : { kind: 'bipartite', rows: [...new Set(rows)] };
}
