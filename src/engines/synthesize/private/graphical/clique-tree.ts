type Clique = {
  /** Ascending; cells are numbered row by row, the last column fastest. */
  columns: number[];
  cells: number;
  /** Index of the parent clique, -1 for the root. */
  parent: number;
  separator: number[];
  /** Separator cell of each cell of this clique (`down`) and of the parent. */
  down: Uint32Array;
  up: Uint32Array;
};

/** Junction tree: if two cliques share a column, so do all cliques between them. */
export type CliqueTree = {
  sizes: readonly number[];
  cliques: Clique[];
  /** Column order in which each depends only on its family, which precedes it. */
  order: number[];
  families: number[][];
};

export const cellsOf = (sizes: readonly number[], columns: readonly number[]) =>
  columns.reduce((cells, column) => cells * sizes[column], 1);

/** Maps each cell of some columns to a cell of a subset; both ascending, cells row by row. */
export function cellMap(
  sizes: readonly number[],
  from: readonly number[],
  to: readonly number[],
): Uint32Array {
  let map = new Uint32Array(1);
  for (const column of from) {
    const size = sizes[column];
    const isRetained = to.includes(column);
    const next = new Uint32Array(map.length * size);
    for (let i = 0, at = 0; i < map.length; i++) {
      const base = isRetained ? map[i] * size : map[i];
      for (let code = 0; code < size; code++) next[at++] = isRetained ? base + code : base;
    }
    map = next;
  }
  return map;
}

/** Eliminates columns one by one, the smallest family first, and joins its neighbors. */
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
      const neighborCount = near[a].size;
      for (const b of family) if (a !== b) near[a].add(b);
      costs[a] = near[a].size === neighborCount ? costs[a] / sizes[column] : cost(a);
    }
  }
  return steps;
}

function maximalCliques(steps: readonly { column: number; family: number[] }[]): number[][] {
  const cliques: Set<number>[] = [];
  // A family is complete when its column is eliminated, so only an earlier clique can contain it.
  for (const { column, family } of steps) {
    const columns = [column, ...family];
    if (cliques.some((clique) => columns.every((c) => clique.has(c)))) continue;
    cliques.push(new Set(columns));
  }
  return cliques.map((clique) => [...clique].sort((a, b) => a - b));
}

/** Returns the total number of cells in the cliques of these sets of columns. */
export function treeCells(sizes: readonly number[], joined: Iterable<readonly number[]>): number {
  return maximalCliques(eliminate(sizes, joined)).reduce(
    (sum, columns) => sum + cellsOf(sizes, columns),
    0,
  );
}

/**
 * Builds the junction tree of sets of columns: greedy elimination, then the spanning tree of the
 * cliques that shares most columns (Koller and Friedman, "Probabilistic Graphical Models", 2009,
 * section 10.4).
 *
 * @param joined sets of columns that each must be in one clique; other columns form their own
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

/** Returns the index of a clique that contains all these columns; -1 if none does. */
export function cliqueWith(tree: CliqueTree, columns: readonly number[]): number {
  return tree.cliques.findIndex((clique) => columns.every((c) => clique.columns.includes(c)));
}

/** Sums a table of cells over all cells with the same target in a map. */
export function project(cells: Float64Array, map: Uint32Array, size: number): Float64Array {
  const out = new Float64Array(size);
  for (let i = 0; i < cells.length; i++) out[map[i]] += cells[i];
  return out;
}

/** Returns a clique's table over some of its columns, ascending. */
export function marginalOf(
  tree: CliqueTree,
  { clique, cells, columns }: { clique: number; cells: Float64Array; columns: readonly number[] },
): Float64Array {
  const from = tree.cliques[clique].columns;
  return project(cells, cellMap(tree.sizes, from, columns), cellsOf(tree.sizes, columns));
}

/** Lower limit of shares; dividing by less would overflow. */
const MIN = 1e-280;

/**
 * Computes the marginals of all cliques from their potentials, by one pass up and one down.
 *
 * @param potentials logarithms, one table per clique
 * @param out receives the marginals, each with sum `total`
 * @returns false if the potentials differ so much that nothing is left; `out` is then invalid
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
    // Normalize, so that deep trees do not underflow.
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
    const parentMessage = project(out[parent], up, message.length);
    const ratio = parentMessage.map((value, s) => (message[s] > MIN ? value / message[s] : 0));
    const own = out[k];
    for (let i = 0; i < own.length; i++) own[i] *= ratio[down[i]];
  }
  return true;
}
