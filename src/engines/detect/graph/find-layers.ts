import type { Cell, ChanceModel } from './chance-model.ts';
import { firstAt } from './first-at.ts';
import { accountsOf, type FoundPattern, MAX_STEPS } from './pattern.ts';
import { logPoissonTail } from './tail.ts';
import type { TransferGraph } from './transfer-graph.ts';

/** Returns the rows within a time interval; none if there are too many to search (hubs). */
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

/** Finds each account's payers within a time interval, with the row of their latest payment. */
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

/** Returns the rows whose receiver is paid by at least two of the payers. */
function paidByTwo(graph: TransferGraph, rows: readonly number[]): number[] {
  const payers = new Map<number, Set<number>>();
  for (const row of rows) {
    const senders = payers.get(graph.to[row]) ?? new Set<number>();
    payers.set(graph.to[row], senders.add(graph.from[row]));
  }
  return rows.filter((row) => (payers.get(graph.to[row])?.size ?? 0) >= 2);
}

/**
 * Returns -log10 of the expected number of such layers in the whole file: any account can be the
 * first payer, and each further payer pays at least as many of the receivers as observed.
 */
function layerSurprise(
  graph: TransferGraph,
  rows: readonly number[],
  { cell, chance }: { cell: Cell; chance: ChanceModel },
): number {
  const share = chance.shareOf(cell, rows);
  const receivers = accountsOf(rows, graph.to);
  const looks = Math.log10(chance.accounts);
  const payers = new Map<number, Set<number>>();
  for (const row of rows) {
    const paid = payers.get(graph.from[row]) ?? new Set<number>();
    payers.set(graph.from[row], paid.add(graph.to[row]));
  }
  const chances = Array.from(payers, ([payer, paid]) => {
    let expected = 0;
    for (const receiver of receivers) {
      expected += 1 - Math.exp(-chance.expectedTransfers(payer, receiver) * share);
    }
    return Math.min(0, looks + logPoissonTail(paid.size, expected));
  });
  // The first payer is the one best explained by chance.
  const begins = Math.max(...chances);
  return begins - chances.reduce((sum, logChance) => sum + logChance, 0) - looks;
}

/**
 * Finds several payers who all pay the same several receivers (bipartite), or a stack if at least
 * two of these receivers jointly pay at least two accounts.
 *
 * @param out rows of one payer within a window, in time order, at least one
 * @param window milliseconds before the first and after the last of them in which the others pay
 */
export function findLayers(
  graph: TransferGraph,
  { out, window, chance }: { out: readonly number[]; window: number; chance: ChanceModel },
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
  const surprise = layerSurprise(graph, rows, { cell: { first, last }, chance });
  const onward = common.flatMap((target) =>
    Array.from(within(graph, { rows: graph.outOf[target], first, last: last + window })).filter(
      (row) => graph.to[row] < graph.centers,
    ),
  );
  const second = paidByTwo(graph, onward);
  if (accountsOf(second, graph.to).size < 2) {
    return { kind: 'bipartite', rows: [...new Set(rows)], surprise };
  }
  const cell = { first, last: last + window };
  return {
    kind: 'stack',
    rows: [...new Set([...rows, ...second])],
    surprise: surprise + Math.max(0, layerSurprise(graph, second, { cell, chance })),
  };
}
