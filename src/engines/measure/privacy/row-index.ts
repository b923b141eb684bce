import type { EncodedRows } from './encoded-rows.ts';

const LEAF_ROWS = 48;

/**
 * Tree of boxes around rows (k-d tree: Bentley 1975), for exact searches of nearest rows by Gower's
 * distance on some columns. Boxes halve the rows at the column of the largest spread.
 */
export type RowIndex = {
  columns: Int32Array;
  width: number;
  /** Cells and original numbers of the rows, box by box. */
  cells: Float32Array;
  ids: Int32Array;
  /** First row of each box and the row after its last. */
  from: Int32Array;
  to: Int32Array;
  /** Second child of each box, whose first child follows it; 0 for leaves. */
  second: Int32Array;
  /** Smallest original number in each box. */
  firstId: Int32Array;
  /** Smallest and largest cell of each box and column. */
  low: Float32Array;
  high: Float32Array;
};

type Growing = { cells: Float32Array; width: number; columns: Int32Array; ids: Int32Array };
type Boxes = {
  from: number[];
  to: number[];
  second: number[];
  firstId: number[];
  bounds: number[];
};

function boundsOf({ cells, width, columns, ids }: Growing, from: number, to: number): number[] {
  const bounds: number[] = [];
  for (const column of columns) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = from; i < to; i++) {
      const cell = cells[ids[i] * width + column];
      if (cell < low) low = cell;
      if (cell > high) high = cell;
    }
    bounds.push(low, high);
  }
  return bounds;
}

/** Moves rows up to a cell's value to the front; returns the start of the others. */
function part(
  { cells, width, ids }: Growing,
  { column, from, to }: { column: number; from: number; to: number },
): number {
  const own = Float32Array.from(ids.subarray(from, to), (id) => cells[id * width + column]).sort();
  // The largest value never goes left, so that both parts have rows.
  const most = own[own.length - 1];
  let at = own.length >> 1;
  while (at > 0 && own[at] === most) at--;
  const value = own[at];
  const left: number[] = [];
  const right: number[] = [];
  for (let i = from; i < to; i++)
    (cells[ids[i] * width + column] <= value ? left : right).push(ids[i]);
  ids.set(left, from);
  ids.set(right, from + left.length);
  return from + left.length;
}

function grow(growing: Growing, boxes: Boxes, from: number, to: number): void {
  const box = boxes.from.push(from) - 1;
  boxes.to.push(to);
  boxes.second.push(0);
  boxes.firstId.push(growing.ids.subarray(from, to).reduce((a, b) => Math.min(a, b), 2 ** 31 - 1));
  const bounds = boundsOf(growing, from, to);
  for (const bound of bounds) boxes.bounds.push(bound);
  if (to - from <= LEAF_ROWS) return;
  let widest = -1;
  let spread = 0;
  for (let c = 0; c < growing.columns.length; c++) {
    const own = Math.min(1, bounds[2 * c + 1] - bounds[2 * c]);
    if (own > spread) {
      spread = own;
      widest = c;
    }
  }
  if (widest < 0) return;
  const middle = part(growing, { column: growing.columns[widest], from, to });
  grow(growing, boxes, from, middle);
  boxes.second[box] = boxes.from.length;
  grow(growing, boxes, middle, to);
}

/** @param columns ascending */
export function rowIndex(
  { rows, width, cells }: EncodedRows,
  columns: readonly number[],
): RowIndex {
  const ids = Int32Array.from({ length: rows }, (_, row) => row);
  const boxes: Boxes = { from: [], to: [], second: [], firstId: [], bounds: [] };
  const growing = { cells, width, columns: Int32Array.from(columns), ids };
  if (rows > 0) grow(growing, boxes, 0, rows);
  const sorted = new Float32Array(cells.length);
  ids.forEach((id, i) => {
    sorted.set(cells.subarray(id * width, (id + 1) * width), i * width);
  });
  const side = (first: number) =>
    Float32Array.from({ length: boxes.bounds.length / 2 }, (_, i) => boxes.bounds[2 * i + first]);
  return {
    columns: growing.columns,
    width,
    cells: sorted,
    ids,
    from: Int32Array.from(boxes.from),
    to: Int32Array.from(boxes.to),
    second: Int32Array.from(boxes.second),
    firstId: Int32Array.from(boxes.firstId),
    low: side(0),
    high: side(1),
  };
}

/** Search of an index: reads boxes that may hold a nearer row, the nearest first. */
export type Visitor = {
  /**
   * Returns true if no row of a box can change the result.
   *
   * @param parts least differences of the box, by place among the index's columns
   * @param firstId smallest number of a row in the box
   */
  isDone: (parts: Float64Array, firstId: number) => boolean;
  /** Reads rows of the index's arrays. */
  read: (from: number, to: number) => void;
};

/**
 * Searches an index from one point. Differences of boxes are never larger than those of their rows,
 * rounding included: sums over the same columns in the same order are comparable exactly.
 *
 * @returns cells of the rows that were read
 */
export function searchIndex(index: RowIndex, point: Float32Array, visitor: Visitor): number {
  const { columns, from, to, second, firstId, low, high } = index;
  const n = columns.length;
  if (from.length === 0) return 0;
  let read = 0;
  // The nearer child is next; the differences of the other wait at their depth.
  let parts = new Float64Array(n);
  let others = new Float64Array(n);
  const stack: number[] = [0];
  const measure = (box: number, out: Float64Array): number => {
    let sum = 0;
    for (let c = 0, at = box * n; c < n; c++, at++) {
      const cell = point[columns[c]];
      const below = low[at] - cell;
      const above = cell - high[at];
      const away = below > 0 ? below : above > 0 ? above : 0;
      const part = away < 1 ? away : 1;
      out[c] = part;
      sum += part;
    }
    return sum;
  };
  while (stack.length > 0) {
    let box = stack.pop()!;
    measure(box, parts);
    while (!visitor.isDone(parts, firstId[box])) {
      if (second[box] === 0) {
        visitor.read(from[box], to[box]);
        read += to[box] - from[box];
        break;
      }
      const [one, other] = [box + 1, second[box]];
      const isFirst = measure(one, parts) <= measure(other, others);
      stack.push(isFirst ? other : one);
      box = isFirst ? one : other;
      if (!isFirst) [parts, others] = [others, parts];
    }
  }
  return read * n;
}

/** Searches after which reading all rows may turn out cheaper. */
const TRIALS = 4;
/** Share of all cells above which boxes save nothing. */
const CROWDED = 0.1;

/** Decides by the first searches of a part if boxes are worth their cost: of many independent columns, hardly any box is skipped. */
export function boxesPay({ ids, width }: RowIndex): {
  add: (cells: number) => void;
  pays: () => boolean;
} {
  let searches = 0;
  let sum = 0;
  return {
    add: (cells) => {
      searches++;
      sum += cells;
    },
    pays: () => searches < TRIALS || sum < CROWDED * searches * ids.length * width,
  };
}
