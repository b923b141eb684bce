import type { Ledger } from '../features/ledger.ts';

/** Accounts and the transfers between them, with both ends in one namespace. */
export type TransferGraph = {
  names: string[];
  /** Number of leading accounts that can be a pattern's center: the bank's own, or all. */
  centers: number;
  from: Int32Array;
  to: Int32Array;
  /** Rows with both ends and a time, in time order. */
  byTime: Uint32Array;
  /** Maps the retained row of a transfer that both accounts show to its other row. */
  twin: Map<number, [number]>;
  /** Outgoing and incoming rows per account, each in time order. */
  outOf: Uint32Array[];
  into: Uint32Array[];
  /** Outgoing rows to accounts whose money is followed further: those that can be centers. */
  followed: Uint32Array[];
  time: Float64Array;
  /** log10 of absolute amounts, minus the currency's median if there are several currencies. */
  sizes: Float64Array | null;
};

/** Builds the graph if enough of the counterparties are accounts of the file; otherwise null. */
export function transferGraph(ledger: Ledger): TransferGraph | null {
  const source = ledger.codes('account');
  const target = ledger.codes('counterparty');
  const { time, history } = ledger;
  if (source === undefined || target === undefined || time === null || history === null)
    return null;
  const names = Array.from({ length: source.count }, (_, code) => source.text(code));
  const nodeByName = new Map(names.map((name, code) => [name, code]));
  let shared = 0;
  const asNode = Int32Array.from({ length: target.count }, (_, code) => {
    const name = target.text(code);
    const node = nodeByName.get(name);
    if (node !== undefined) {
      shared++;
      return node;
    }
    nodeByName.set(name, names.length);
    return names.push(name) - 1;
  });
  if (shared < 0.05 * target.count || shared < 2) return null;
  const from = source.codes.slice();
  const to = Int32Array.from(target.codes, (code) => (code < 0 ? -1 : asNode[code]));
  const isBook = turnIncoming(ledger.amounts, { from, to });
  const both = history.filter((row) => from[row] >= 0 && to[row] >= 0 && from[row] !== to[row]);
  both.sort((a, b) => time[a] - time[b]);
  const { byTime, twin } = deduplicated(both, { from, to, time, amounts: ledger.amounts });
  const lists = adjacency({ nodes: names.length, from, to, rows: byTime });
  const centers = isBook ? source.count : names.length;
  return {
    names,
    centers,
    from,
    to,
    byTime,
    twin,
    time,
    sizes: ledger.sizes,
    ...lists,
    followed: isBook
      ? lists.outOf.map((rows) =>
          rows.every((row) => to[row] < centers) ? rows : rows.filter((row) => to[row] < centers),
        )
      : lists.outOf,
  };
}

type Ends = { from: Int32Array; to: Int32Array };

/** Reverses the direction of incoming amounts if amounts are signed, as in a bank's book. */
function turnIncoming(amounts: Float64Array | null, { from, to }: Ends): boolean {
  if (amounts === null || !amounts.some((amount) => amount < 0)) return false;
  for (let row = 0; row < amounts.length; row++) {
    if (amounts[row] <= 0) continue;
    [from[row], to[row]] = [to[row], from[row]];
  }
  return true;
}

/**
 * Drops the second row of a transfer that both of its accounts show: same ends, time and size,
 * opposite signs.
 *
 * @param rows in time order
 */
function deduplicated(
  rows: Uint32Array,
  { from, to, time, amounts }: Ends & { time: Float64Array; amounts: Float64Array | null },
): { byTime: Uint32Array; twin: Map<number, [number]> } {
  const twin = new Map<number, [number]>();
  if (amounts === null) return { byTime: rows, twin };
  const open = new Map<string, number[]>();
  const isAt = (place: number, moment: number) => time[rows[place]] === moment;
  const byTime = rows.filter((row, place) => {
    const follows = isAt(place - 1, time[row]);
    if (!follows) open.clear();
    if (!follows && !isAt(place + 1, time[row])) return true;
    const key = (amount: number) => `${from[row]} ${to[row]} ${amount}`;
    const other = open.get(key(-amounts[row]))?.shift();
    if (other !== undefined) {
      twin.set(other, [row]);
      return false;
    }
    const mine = key(amounts[row]);
    const waiting = open.get(mine);
    if (waiting === undefined) open.set(mine, [row]);
    else waiting.push(row);
    return true;
  });
  return { byTime, twin };
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
