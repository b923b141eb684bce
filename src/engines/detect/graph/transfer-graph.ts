import type { Ledger } from '../features/ledger.ts';

/** Accounts and the transfers between them, both ends named alike. */
export type TransferGraph = {
  names: string[];
  from: Int32Array;
  to: Int32Array;
  /** Rows by time; only those with both ends and a time. */
  byTime: Uint32Array;
  /** Per account its rows out and in, each in the order of time. */
  outOf: Uint32Array[];
  into: Uint32Array[];
  time: Float64Array;
};

/**
 * A graph where the file is one of transfers between accounts: a fair share of the counterparties must be
 * accounts of the file themselves.
 */
export function transferGraph(ledger: Ledger): TransferGraph | null {
  const source = ledger.codes('account');
  const target = ledger.codes('counterparty');
  const { time, history } = ledger;
  if (source === undefined || target === undefined || time === null || history === null)
    return null;
  const names = Array.from({ length: source.count }, (_, code) => source.text(code));
  const known = new Map(names.map((name, code) => [name, code]));
  let shared = 0;
  const asNode = Int32Array.from({ length: target.count }, (_, code) => {
    const name = target.text(code);
    const node = known.get(name);
    if (node !== undefined) {
      shared++;
      return node;
    }
    known.set(name, names.length);
    return names.push(name) - 1;
  });
  if (shared < 0.05 * target.count || shared < 2) return null;
  const from = source.codes;
  const to = Int32Array.from(target.codes, (code) => (code < 0 ? -1 : asNode[code]));
  const byTime = history.filter((row) => from[row] >= 0 && to[row] >= 0 && from[row] !== to[row]);
  byTime.sort((a, b) => time[a] - time[b]);
  return {
    names,
    from,
    to,
    byTime,
    time,
    ...adjacency({ nodes: names.length, from, to, rows: byTime }),
  };
}

function adjacency({
  nodes,
  from,
  to,
  rows,
}: {
  nodes: number;
  from: Int32Array;
  to: Int32Array;
  rows: Uint32Array;
}) {
  const group = (ends: Int32Array): Uint32Array[] => {
    const counts = new Uint32Array(nodes);
    for (const row of rows) counts[ends[row]]++;
    const lists = Array.from(counts, (count) => new Uint32Array(count));
    counts.fill(0);
    for (const row of rows) lists[ends[row]][counts[ends[row]]++] = row;
    return lists;
  };
  return { outOf: group(from), into: group(to) };
}
