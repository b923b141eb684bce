/** A distribution over columns of codes whose dependences form a tree (or several). */
export type TreeModel = {
  sizes: Int32Array;
  /** Expected number of rows. */
  total: number;
  /** Columns, parents before children; the parent of each, -1 for roots. */
  order: Int32Array;
  parent: Int32Array;
  /** For a root its shares; for others, shares given each code of the parent, row by row. */
  conditional: Float64Array[];
};

export type Edge = { a: number; b: number };

/** Noisy counts of one column or of one pair of columns. */
export type Measurement = {
  /** Column, or edge by place. */
  target: number;
  counts: Float64Array;
  /** What each cell was multiplied by before the noise was added. */
  weights: Float64Array;
  variance: number;
};

/** The tree's columns in order from roots down, with the edge to each one's parent. */
export function rootTree(columns: number, edges: readonly Edge[]) {
  const near: { column: number; edge: number }[][] = Array.from({ length: columns }, () => []);
  edges.forEach(({ a, b }, edge) => {
    near[a]!.push({ column: b, edge });
    near[b]!.push({ column: a, edge });
  });
  const order: number[] = [];
  const parent = new Int32Array(columns).fill(-1);
  const edgeUp = new Int32Array(columns).fill(-1);
  const seen = new Uint8Array(columns);
  for (let root = 0; root < columns; root++) {
    if (seen[root]) continue;
    seen[root] = 1;
    const start = order.length;
    order.push(root);
    for (let i = start; i < order.length; i++) {
      for (const { column, edge } of near[order[i]!]!) {
        if (seen[column]) continue;
        seen[column] = 1;
        parent[column] = order[i]!;
        edgeUp[column] = edge;
        order.push(column);
      }
    }
  }
  return { order: Int32Array.from(order), parent, edgeUp };
}

export type Marginals = { columns: Float64Array[]; edges: Float64Array[] };

/**
 * Marginals of a tree from its edges' potentials, by one pass up and one down (belief propagation).
 *
 * @param potentials logarithms, a's codes by rows and b's by columns
 * @param lone logarithms for columns without an edge
 */
export function treeMarginals(
  sizes: ArrayLike<number>,
  edges: readonly Edge[],
  rooted: ReturnType<typeof rootTree>,
  potentials: readonly Float64Array[],
  lone: readonly Float64Array[],
  total: number,
): Marginals {
  const { order, parent, edgeUp } = rooted;
  const columns = sizes.length;
  const factor = potentials.map((values) => {
    let most = Number.NEGATIVE_INFINITY;
    for (const value of values) if (value > most) most = value;
    return values.map((value) => Math.exp(value - most));
  });
  const up: Float64Array[] = new Array(columns);
  const below: Float64Array[] = Array.from({ length: columns }, (_, c) => {
    let most = Number.NEGATIVE_INFINITY;
    for (const value of lone[c]!) if (value > most) most = value;
    return lone[c]!.map((value) => Math.exp(value - most));
  });
  const at = (edge: number, child: number, childCode: number, parentCode: number) => {
    const { a, b } = edges[edge]!;
    return a === child ? childCode * sizes[b]! + parentCode : parentCode * sizes[b]! + childCode;
  };
  for (let i = columns - 1; i >= 0; i--) {
    const child = order[i]!;
    const above = parent[child]!;
    if (above < 0) continue;
    const message = new Float64Array(sizes[above]!);
    const f = factor[edgeUp[child]!]!;
    let sum = 0;
    for (let p = 0; p < message.length; p++) {
      let value = 0;
      for (let c = 0; c < sizes[child]!; c++)
        value += f[at(edgeUp[child]!, child, c, p)]! * below[child]![c]!;
      message[p] = value;
      sum += value;
    }
    for (let p = 0; p < message.length; p++) message[p]! /= sum;
    up[child] = message;
    for (let p = 0; p < message.length; p++) below[above]![p]! *= message[p]!;
  }
  const marginals: Float64Array[] = new Array(columns);
  const pairs: Float64Array[] = new Array(edges.length);
  for (const child of order) {
    const above = parent[child]!;
    if (above < 0) {
      marginals[child] = scaled(below[child]!, total);
      continue;
    }
    const edge = edgeUp[child]!;
    const f = factor[edge]!;
    const pair = new Float64Array(f.length);
    const rest = new Float64Array(sizes[above]!);
    // What the parent knows without this child: its marginal divided by the child's message.
    for (let p = 0; p < rest.length; p++) {
      rest[p] = up[child]![p]! > 0 ? marginals[above]![p]! / up[child]![p]! : 0;
    }
    let sum = 0;
    for (let p = 0; p < rest.length; p++) {
      if (rest[p] === 0) continue;
      for (let c = 0; c < sizes[child]!; c++) {
        const cell = at(edge, child, c, p);
        pair[cell] = f[cell]! * below[child]![c]! * rest[p]!;
        sum += pair[cell]!;
      }
    }
    const own = new Float64Array(sizes[child]!);
    for (let p = 0; p < rest.length; p++) {
      for (let c = 0; c < own.length; c++) {
        const cell = at(edge, child, c, p);
        pair[cell]! *= total / sum;
        own[c]! += pair[cell]!;
      }
    }
    marginals[child] = own;
    pairs[edge] = pair;
  }
  return { columns: marginals, edges: pairs };
}

function scaled(values: Float64Array, total: number): Float64Array {
  let sum = 0;
  for (const value of values) sum += value;
  return values.map((value) => (value * total) / sum);
}

function residuals(
  measurements: readonly Measurement[],
  estimates: readonly Float64Array[],
  gradients: Float64Array[],
): number {
  let loss = 0;
  for (const { target, counts, weights, variance } of measurements) {
    const estimate = estimates[target]!;
    const gradient = gradients[target]!;
    for (let i = 0; i < counts.length; i++) {
      const off = weights[i]! * estimate[i]! - counts[i]!;
      loss += (off * off) / (2 * variance);
      gradient[i]! += (weights[i]! * off) / variance;
    }
  }
  return loss;
}

/**
 * The tree distribution nearest to noisy counts in weighted squares, by mirror descent on the potentials
 * (McKenna, Sheldon and Miklau, "Graphical-model based estimation", 2019). Uses no data, only noisy counts.
 */
export function estimateTree(
  sizes: ArrayLike<number>,
  edges: readonly Edge[],
  ofColumns: readonly Measurement[],
  ofEdges: readonly Measurement[],
  total: number,
  iterations: number,
  pause: () => void = () => {},
): TreeModel {
  const rooted = rootTree(sizes.length, edges);
  let potentials = edges.map(({ a, b }) => new Float64Array(sizes[a]! * sizes[b]!));
  let lone = Array.from({ length: sizes.length }, (_, c) => new Float64Array(sizes[c]!));
  const gradientOf = (marginals: Marginals) => {
    const columns = lone.map((values) => new Float64Array(values.length));
    const pairs = potentials.map((values) => new Float64Array(values.length));
    const loss =
      residuals(ofColumns, marginals.columns, columns) + residuals(ofEdges, marginals.edges, pairs);
    return { loss, columns, pairs };
  };
  const variance = Math.min(...[...ofColumns, ...ofEdges].map((m) => m.variance));
  let alpha = (2 * variance) / total;
  let marginals = treeMarginals(sizes, edges, rooted, potentials, lone, total);
  let gradient = gradientOf(marginals);
  for (let i = 0; i < iterations; i++) {
    pause();
    const step = (values: readonly Float64Array[], slopes: readonly Float64Array[]) =>
      values.map((value, k) => value.map((v, j) => v - alpha * slopes[k]![j]!));
    const nextPotentials = step(potentials, gradient.pairs);
    const nextLone = step(lone, gradient.columns);
    const next = treeMarginals(sizes, edges, rooted, nextPotentials, nextLone, total);
    const nextGradient = gradientOf(next);
    const drop =
      inner(gradient.pairs, marginals.edges, next.edges) +
      inner(gradient.columns, marginals.columns, next.columns);
    if (gradient.loss - nextGradient.loss >= 0.5 * drop && Number.isFinite(nextGradient.loss)) {
      const small = gradient.loss - nextGradient.loss < 1e-9 * gradient.loss;
      potentials = nextPotentials;
      lone = nextLone;
      marginals = next;
      gradient = nextGradient;
      alpha *= 1.02;
      if (small) break;
    } else alpha *= 0.5;
    if (alpha < 1e-14) break;
  }
  return conditionals(sizes, edges, rooted, marginals, total);
}

function inner(
  slopes: readonly Float64Array[],
  before: readonly Float64Array[],
  after: readonly Float64Array[],
): number {
  let sum = 0;
  slopes.forEach((slope, k) => {
    for (let j = 0; j < slope.length; j++) sum += slope[j]! * (before[k]![j]! - after[k]![j]!);
  });
  return sum;
}

function conditionals(
  sizes: ArrayLike<number>,
  edges: readonly Edge[],
  rooted: ReturnType<typeof rootTree>,
  marginals: Marginals,
  total: number,
): TreeModel {
  const { order, parent, edgeUp } = rooted;
  const conditional = Array.from({ length: sizes.length }, (_, column) => {
    const above = parent[column]!;
    const own = marginals.columns[column]!;
    if (above < 0) return own.map((value) => value / total);
    const { a } = edges[edgeUp[column]!]!;
    const pair = marginals.edges[edgeUp[column]!]!;
    const rows = sizes[above]!;
    const width = sizes[column]!;
    const out = new Float64Array(rows * width);
    for (let p = 0; p < rows; p++) {
      let sum = 0;
      for (let c = 0; c < width; c++) {
        const cell = a === column ? c * rows + p : p * width + c;
        out[p * width + c] = pair[cell]!;
        sum += pair[cell]!;
      }
      for (let c = 0; c < width; c++)
        out[p * width + c] = sum > 0 ? out[p * width + c]! / sum : own[c]! / total;
    }
    return out;
  });
  return { sizes: Int32Array.from(Array.from(sizes)), total, order, parent, conditional };
}
