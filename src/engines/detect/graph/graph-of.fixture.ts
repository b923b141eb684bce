import type { TransferGraph } from './transfer-graph.ts';

export type TestTransfer = readonly [
  from: string,
  to: string,
  time: number,
  amount?: number | undefined,
];

/** Pairs of accounts that pay each other once, far apart, in time order: a background. */
export const background: readonly TestTransfer[] = Array.from({ length: 40 }, (_, i) => [
  `from${i}`,
  `to${i}`,
  1e12 + i * 1e10,
]);

/** Builds a graph of transfers in time order; a transfer's row is its index in the list. */
export function graphOf(transfers: readonly TestTransfer[]): TransferGraph {
  const names = [
    ...new Set(transfers.flatMap((transfer) => transfer.slice(0, 2) as [string, string])),
  ];
  const codes = (end: 0 | 1) => Int32Array.from(transfers, (ends) => names.indexOf(ends[end]));
  const rowsOf = (ends: Int32Array) =>
    names.map((_, node) => Uint32Array.from([...ends.keys()].filter((row) => ends[row] === node)));
  const [from, to] = [codes(0), codes(1)];
  const outOf = rowsOf(from);
  return {
    names,
    centers: names.length,
    from,
    to,
    twin: new Map(),
    sizes: transfers.some((transfer) => transfer[3] !== undefined)
      ? Float64Array.from(transfers, (transfer) => Math.log10(transfer[3] ?? Number.NaN))
      : null,
    byTime: Uint32Array.from(transfers.keys()),
    time: Float64Array.from(transfers, ([, , time]) => time),
    outOf,
    into: rowsOf(to),
    followed: outOf,
  };
}
