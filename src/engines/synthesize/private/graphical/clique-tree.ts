/** Columns that stand together, and how they hang on the others. */
type Clique = {
  /** Ascending; cells are numbered row by row, the last column fastest. */
  columns: number[];
  cells: number;
  /** Place of the clique above, -1 for the first. */
  parent: number;
  /** Columns shared with the clique above; may be none. */
  separator: number[];
  /** The separator's cell for each cell of this clique, and for each cell of the one above. */
  down: Uint32Array;
  up: Uint32Array;
};

/** A junction tree: wherever two cliques share a column, so do all cliques between them. */
export type CliqueTree = {
  sizes: readonly number[];
  /** Parents before children. */
  cliques: Clique[];
  /** Columns such that each depends on its family alone, which stands before it. */
  order: number[];
  families: number[][];
};

/** How many cells a table of these columns has. */
export const cellsOf = (sizes: readonly number[], columns: readonly number[]) =>
  columns.reduce((cells, column) => cells * sizes[column], 1);

/** For each cell of some columns the cell of some of these; both ascending, cells row by row. */
export function cellMap(
  sizes: readonly number[],
  from: readonly number[],
  to: readonly number[],
): Uint32Array {
  let map = new Uint32Array(1);
  for (const column of from) {
    const size = sizes[column];
    const kept = to.includes(column);
    const next = new Uint32Array(map.length * size);
    for (let i = 0, at = 0; i < map.length; i++) {
      const base = kept ? map[i] * size : map[i];
      for (let code = 0; code < size; code++) next[at++] = kept ? base + code : base;
    }
    map = next;
  }
  return map;
}

/** Removes columns one by one, the one with the smallest family first, and joins those it stood beside. */
function eliminate(sizes: readonly number[], joined: Iterable<readonly number[]>) {
  const d = sizes.length;
  const near = Array.from({ length: d }, () => new Set<number>());
  for (const columns of joined) {
    for (const a of columns) for (const b of columns) if (a !== b) near[a].add(b);
  }
  const cost = (c: number) => {
    let cells = sizes[c];
    for (const b of near[c]) cells *= sizes[b];
    return cells;
  };
  const costs = sizes.map((_, c) => cost(c));
  const left = new Set(sizes.keys());
  const steps: { column: number; family: number[] }[] = [];
  while (left.size > 0) {
    let column = -1;
    for (const c of left) if (column < 0 || costs[c] < costs[column]) column = c;
    const family = [...near[column]].sort((a, b) => a - b);
    steps.push({ column, family });
    left.delete(column);
    for (const a of family) {
      near[a].delete(column);
      const known = near[a].size;
      for (const b of family) if (a !== b) near[a].add(b);
      costs[a] = near[a].size === known ? costs[a] / sizes[column] : cost(a);
    }
  }
  return steps;
}

/** Columns of the cliques that hold all that was joined; none lies in another. */
function maximalCliques(steps: readonly { column: number; family: number[] }[]): number[][] {
  const cliques: Set<number>[] = [];
  // A family is whole when its column goes, so it can only lie in the clique of a column that went before.
  for (const { column, family } of steps) {
    const columns = [column, ...family];
    if (cliques.some((clique) => columns.every((c) => clique.has(c)))) continue;
    cliques.push(new Set(columns));
  }
  return cliques.map((clique) => [...clique].sort((a, b) => a - b));
}

/** Cells of all cliques that the tree of these sets of columns would have. */
export function treeCells(sizes: readonly number[], joined: Iterable<readonly number[]>): number {
  return maximalCliques(eliminate(sizes, joined)).reduce(
    (sum, columns) => sum + cellsOf(sizes, columns),
    0,
  );
}

/**
 * The junction tree of columns that stand together in sets: greedy elimination, then the spanning tree of the
 * cliques that shares most columns (Koller and Friedman, "Probabilistic Graphical Models", 2009, section 10.4).
 *
 * @param joined sets of columns that must lie in one clique each; columns in none stand alone
 */
export function cliqueTree(
  sizes: readonly number[],
  joined: Iterable<readonly number[]>,
): CliqueTree {
  const steps = eliminate(sizes, joined);
  const all = maximalCliques(steps);
  const shared = (a: readonly number[], b: readonly number[]) => a.filter((c) => b.includes(c));
  const cliques: Clique[] = [];
  const places: number[] = [];
  const best = all.map(() => ({ above: -1, columns: [] as number[] }));
  const left = new Set(all.keys());
  while (left.size > 0) {
    let next = -1;
    for (const i of left) {
      if (next < 0 || best[i].columns.length > best[next].columns.length) next = i;
    }
    left.delete(next);
    const columns = all[next];
    const { above, columns: separator } = best[next];
    places[next] = cliques.length;
    cliques.push({
      columns,
      cells: cellsOf(sizes, columns),
      parent: above < 0 ? -1 : places[above],
      separator,
      down: above < 0 ? new Uint32Array(0) : cellMap(sizes, columns, separator),
      up: above < 0 ? new Uint32Array(0) : cellMap(sizes, all[above], separator),
    });
    for (const i of left) {
      const common = shared(all[i], columns);
      if (best[i].above < 0 || common.length > best[i].columns.length)
        best[i] = { above: next, columns: common };
    }
  }
  const back = steps.slice().reverse();
  return {
    sizes,
    cliques,
    order: back.map(({ column }) => column),
    families: back.map(({ family }) => family),
  };
}

/** The place of a clique that holds all these columns; -1 where none does. */
export function cliqueWith(tree: CliqueTree, columns: readonly number[]): number {
  return tree.cliques.findIndex((clique) => columns.every((c) => clique.columns.includes(c)));
}

/** Sums of a table of cells over all that a map leads to the same cell. */
export function project(cells: Float64Array, map: Uint32Array, size: number): Float64Array {
  const out = new Float64Array(size);
  for (let i = 0; i < cells.length; i++) out[map[i]] += cells[i];
  return out;
}

/** A clique's table over some of its columns, ascending. */
export function marginalOf(
  tree: CliqueTree,
  { clique, cells, columns }: { clique: number; cells: Float64Array; columns: readonly number[] },
): Float64Array {
  const from = tree.cliques[clique].columns;
  return project(cells, cellMap(tree.sizes, from, columns), cellsOf(tree.sizes, columns));
}

/** Shares below this are nothing: what is divided by them would overflow. */
const MIN = 1e-280;

/**
 * Marginals of all cliques from their potentials, by one pass up and one down.
 *
 * @param potentials logarithms, one table a clique
 * @param out where the marginals go, in units that sum to `total` each
 * @returns false where the potentials lie so far apart that nothing is left; `out` is then of no use
 */
export function calibrate(
  tree: CliqueTree,
  {
    potentials,
    total,
    out,
  }: { potentials: readonly Float64Array[]; total: number; out: readonly Float64Array[] },
): boolean {
  const { cliques } = tree;
  potentials.forEach((values, k) => {
    const cells = out[k];
    let most = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < values.length; i++) if (values[i] > most) most = values[i];
    for (let i = 0; i < values.length; i++) cells[i] = Math.exp(values[i] - most);
  });
  const messages: Float64Array[] = [];
  for (let k = cliques.length - 1; k > 0; k--) {
    const { separator, parent, down, up } = cliques[k];
    const own = out[k];
    const sum = own.reduce((a, b) => a + b, 0);
    if (!(sum > 0)) return false;
    // Without this, many cliques below one another come to numbers too small to hold.
    for (let i = 0; i < own.length; i++) own[i] /= sum;
    const message = project(own, down, cellsOf(tree.sizes, separator));
    messages[k] = message;
    const above = out[parent];
    for (let i = 0; i < above.length; i++) above[i] *= message[up[i]];
  }
  const root = out[0];
  const sum = root.reduce((a, b) => a + b, 0);
  if (!(sum > 0)) return false;
  for (let i = 0; i < root.length; i++) root[i] *= total / sum;
  for (let k = 1; k < cliques.length; k++) {
    const { parent, down, up } = cliques[k];
    const message = messages[k];
    const known = project(out[parent], up, message.length);
    const ratio = known.map((value, s) => (message[s] > MIN ? value / message[s] : 0));
    const own = out[k];
    for (let i = 0; i < own.length; i++) own[i] *= ratio[down[i]];
  }
  return true;
}
