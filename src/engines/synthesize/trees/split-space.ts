export type SplitSpace = {
  total: Int32Array;
  /** Class of each of the node's rows, contiguous. */
  classOf: Uint8Array;
  classes: Uint8Array;
  classCount: number;
  /** Rows by feature code and class; the feature's cells begin at `at`. */
  table: Int32Array;
  at: number;
  /** Table of a feature that is counted alone. */
  readonly own: Int32Array;
  perCode: Int32Array;
  /** Sum of classes by feature code. */
  classSum: Float64Array;
  order: Uint8Array;
  score: Float64Array;
  left: Int32Array;
  next: Int32Array;
  sorted: Uint8Array;
  /** Rows that are moved aside. */
  scratch: Uint32Array;
  xlogx: Float64Array;
};

let last: SplitSpace | null = null;

/**
 * Returns space for the search of splits; that of the tree before, if it is large enough.
 *
 * @param cells maximum product of a feature's codes and classes
 */
export function splitSpace(rows: number, cells: number, xlogx: Float64Array): SplitSpace {
  if (last === null || last.sorted.length < rows || last.own.length < cells)
    last = newSpace(rows, cells, xlogx);
  last.xlogx = xlogx;
  return last;
}

function newSpace(rows: number, cells: number, xlogx: Float64Array): SplitSpace {
  const own = new Int32Array(cells);
  return {
    total: new Int32Array(256),
    classOf: new Uint8Array(rows),
    classes: new Uint8Array(256),
    classCount: 0,
    table: own,
    at: 0,
    own,
    perCode: new Int32Array(256),
    classSum: new Float64Array(256),
    order: new Uint8Array(256),
    score: new Float64Array(256),
    left: new Int32Array(256),
    next: new Int32Array(256),
    sorted: new Uint8Array(rows),
    scratch: new Uint32Array(rows),
    xlogx,
  };
}
