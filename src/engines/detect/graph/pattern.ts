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
  /** How many accounts take part. */
  size: number;
  /**
   * -log10 of how many patterns as unlikely chance alone would make in the whole file, were its accounts as active
   * as they are but paid one another at random: 2 is one in a hundred such files. Higher ones come first.
   */
  surprise: number;
};

/** The rows of a pattern, before it is named and drawn. */
export type FoundPattern = { kind: PatternKind; rows: number[]; surprise: number };

/** Steps after which a search from one account gives up: hubs would take for ever. */
export const MAX_STEPS = 2000;

/** The accounts at one end of some rows. */
export const accountsOf = (rows: readonly number[], ends: Int32Array): Set<number> =>
  new Set(rows.map((row) => ends[row]));

/** Names the accounts of a pattern and draws its transfers between them, the center first. */
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
