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
  /** Accounts, starting with the center if there is one. */
  accounts: string[];
  rows: number[];
  /** Transfers as index pairs into `accounts`, for drawing. */
  edges: [number, number][];
  size: number;
  /** -log10 of the expected number of such patterns under the null model; 2: one in 100 files. */
  surprise: number;
};

/** Rows of a pattern before names and edges are added. */
export type FoundPattern = { kind: PatternKind; rows: number[]; surprise: number };

/** Maximum steps of a search from one account; limits searches at hubs. */
export const MAX_STEPS = 2000;

export const accountsOf = (rows: readonly number[], ends: Int32Array): Set<number> =>
  new Set(rows.map((row) => ends[row]));

/** Adds account names (center first) and the transfers between them to a pattern. */
export function toGraphPattern(
  graph: TransferGraph,
  { kind, rows, surprise }: FoundPattern,
  center: number,
): GraphPattern {
  const places = new Map<number, number>([[center, 0]]);
  const placeOf = (node: number): number => {
    const place = places.get(node) ?? places.size;
    places.set(node, place);
    return place;
  };
  const edges = rows.map((row): [number, number] => [
    placeOf(graph.from[row]),
    placeOf(graph.to[row]),
  ]);
  return {
    kind,
    accounts: [...places.keys()].map((node) => graph.names[node]),
    rows: rows.flatMap((row) => [row, ...(graph.twin.get(row) ?? [])]),
    edges,
    size: places.size,
    surprise,
  };
}
