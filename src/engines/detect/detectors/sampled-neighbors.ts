import type { Values } from '../arrays/values.ts';

export type NeighborOptions = { references?: number; k?: number };

const NONE = Number.POSITIVE_INFINITY;
/** Rows compared at once, with two references each: one read serves eight distances. */
const LANES = 4;

type Scaled = { values: Values; mean: number; deviation: number };

const scaled = ({ values, mean, deviation }: Scaled, row: number): number =>
  Math.fround((values[row] - mean) / deviation);

/** The k smallest squared distances of some rows, ascending per row. */
type Nearest = { k: number; squares: Float64Array; own: Int32Array };

/** Inserts a distance into a row's nearest, except to itself; returns the largest of them. */
function insert(
  { k, squares, own }: Nearest,
  lane: number,
  reference: number,
  square: number,
): number {
  const first = lane * k;
  let at = first + k - 1;
  if (reference === own[lane]) return squares[at];
  while (at > first && squares[at - 1] > square) {
    squares[at] = squares[at - 1];
    at--;
  }
  squares[at] = square;
  return squares[first + k - 1];
}

/**
 * Finds the nearest references of four rows.
 *
 * @param lanes value of column j of each row at 4 j
 * @param pairs value of column j of references 2 n and 2 n + 1 at 2 (n width + j); NaN if missing
 */
function findNearest(lanes: Float64Array, pairs: Float64Array, nearest: Nearest): void {
  nearest.squares.fill(NONE);
  let [m0, m1, m2, m3] = [NONE, NONE, NONE, NONE];
  for (let from = 0, r = 0; from < pairs.length; r += 2) {
    let a0 = 0;
    let a1 = 0;
    let a2 = 0;
    let a3 = 0;
    let b0 = 0;
    let b1 = 0;
    let b2 = 0;
    let b3 = 0;
    for (let at = 0; at < lanes.length; at += LANES) {
      const p = pairs[from];
      const q = pairs[from + 1];
      from += 2;
      const x0 = lanes[at];
      const x1 = lanes[at + 1];
      const x2 = lanes[at + 2];
      const x3 = lanes[at + 3];
      a0 += (x0 - p) * (x0 - p);
      b0 += (x0 - q) * (x0 - q);
      a1 += (x1 - p) * (x1 - p);
      b1 += (x1 - q) * (x1 - q);
      a2 += (x2 - p) * (x2 - p);
      b2 += (x2 - q) * (x2 - q);
      a3 += (x3 - p) * (x3 - p);
      b3 += (x3 - q) * (x3 - q);
    }
    if (a0 < m0) m0 = insert(nearest, 0, r, a0);
    if (b0 < m0) m0 = insert(nearest, 0, r + 1, b0);
    if (a1 < m1) m1 = insert(nearest, 1, r, a1);
    if (b1 < m1) m1 = insert(nearest, 1, r + 1, b1);
    if (a2 < m2) m2 = insert(nearest, 2, r, a2);
    if (b2 < m2) m2 = insert(nearest, 2, r + 1, b2);
    if (a3 < m3) m3 = insert(nearest, 3, r, a3);
    if (b3 < m3) m3 = insert(nearest, 3, r + 1, b3);
  }
}

/**
 * Returns distances to the k-th nearest of a few reference rows, on 32-bit columns scaled to mean 0
 * and deviation 1. The cost is linear: rows x references. A reference row does not count itself.
 *
 * @param columns no missing values
 * @param pool rows in an order independent of the file's; its first rows are the references, and
 *   means and deviations are computed on it
 */
export function sampledNeighbors(
  columns: readonly Values[],
  {
    rows,
    pool,
    options = {},
    step,
  }: {
    rows: number;
    pool: Uint32Array;
    options?: NeighborOptions | undefined;
    step?: ((done: number) => void) | undefined;
  },
): Float64Array {
  const { references = 256, k = 5 } = options;
  const used = columns
    .map((values) => ({ values, ...scaleOf(values, pool) }))
    .filter(({ deviation }) => deviation > 0);
  const width = used.length;
  const count = Math.min(references, pool.length);
  const pairs = new Float64Array(2 * Math.ceil(count / 2) * width).fill(Number.NaN);
  const placeOf = new Map<number, number>();
  // From the middle outwards: most rows find their nearest early and insert few others first.
  const length = (row: number) => used.reduce((sum, column) => sum + scaled(column, row) ** 2, 0);
  const ordered = Array.from(pool.subarray(0, count), (row) => ({ row, length: length(row) }));
  ordered.sort((a, b) => a.length - b.length);
  for (const [r, { row }] of ordered.entries()) {
    placeOf.set(row, r);
    used.forEach((column, j) => {
      pairs[2 * ((r >> 1) * width + j) + (r & 1)] = scaled(column, row);
    });
  }
  const neighbors = Math.max(1, Math.min(k, count - 1));
  const nearest: Nearest = {
    k: neighbors,
    squares: new Float64Array(LANES * neighbors),
    own: new Int32Array(LANES),
  };
  const scores = new Float64Array(rows);
  const lanes = new Float64Array(LANES * width);
  for (let i = 0; i < rows; i += LANES) {
    const size = Math.min(LANES, rows - i);
    for (let lane = 0; lane < size; lane++) {
      nearest.own[lane] = placeOf.get(i + lane) ?? -1;
      for (let j = 0; j < width; j++) lanes[j * LANES + lane] = scaled(used[j], i + lane);
    }
    findNearest(lanes, pairs, nearest);
    for (let lane = 0; lane < size; lane++) {
      const square = nearest.squares[(lane + 1) * neighbors - 1];
      scores[i + lane] = square === NONE ? 0 : Math.sqrt(square);
    }
    if (step !== undefined && (i & 0xffff) === 0) step(i);
  }
  return scores;
}

export function scaleOf(values: Values, pool: Uint32Array): { mean: number; deviation: number } {
  let sum = 0;
  for (const row of pool) sum += values[row];
  const mean = sum / pool.length;
  let squares = 0;
  for (const row of pool) squares += (values[row] - mean) ** 2;
  return { mean, deviation: Math.sqrt(squares / pool.length) };
}
