import type { Target } from './tree.ts';

/** Maximum cells of all tables of a node; up to 26 nodes of a tree have tables at once. */
const MAX_CELLS = 2 ** 18;

export type NodeRows = { rows: Uint32Array; from: number; to: number };

type Cells = { codes: Uint8Array; start: number };

/** Tables of earlier nodes, also of earlier trees. */
const free: Int32Array[] = [];

function takeFree(cells: number): Int32Array {
  const table = free.pop();
  return table === undefined || table.length < cells ? new Int32Array(cells) : table;
}

function subtract(from: Int32Array, table: Int32Array, cells: number): void {
  for (let i = 0; i < cells; i++) from[i] -= table[i];
}

/** Counts two features at once, so that rows and classes are read once; or one. */
function countTwo(
  table: Int32Array,
  { rows, from, to, classOf, width }: NodeRows & { classOf: Uint8Array; width: number },
  [first, second]: readonly [Cells, Cells | undefined],
): void {
  const { codes, start } = first;
  if (second === undefined) {
    for (let i = from; i < to; i++) table[start + codes[rows[i]] * width + classOf[i - from]]++;
    return;
  }
  const { codes: others, start: other } = second;
  for (let i = from; i < to; i++) {
    const row = rows[i];
    const cls = classOf[i - from];
    table[start + codes[row] * width + cls]++;
    table[other + others[row] * width + cls]++;
  }
}

/**
 * Counts of feature codes by class for all features of a node. Only the smaller of two children is
 * counted; the larger one is what remains of the node above (Ke et al., "LightGBM", 2017).
 */
export class CountTables {
  readonly #features: readonly Target[];
  readonly #target: Target;
  readonly #starts: Int32Array;
  readonly #classOf: Uint8Array;

  /** @param classOf space for the classes of a node's rows */
  constructor(features: readonly Target[], target: Target, classOf: Uint8Array) {
    this.#classOf = classOf;
    this.#features = features;
    this.#target = target;
    this.#starts = new Int32Array(features.length + 1);
    features.forEach(({ size }, f) => {
      this.#starts[f + 1] = this.#starts[f] + size * target.size;
    });
  }

  get #cells(): number {
    return this.#starts[this.#features.length];
  }

  /** Returns true if counting the rows costs more than going through the cells. */
  pays(rows: number): boolean {
    return this.#cells <= MAX_CELLS && rows * this.#features.length > 2 * this.#cells;
  }

  startOf(feature: number): number {
    return this.#starts[feature];
  }

  /** Returns true if a feature of a node of so many rows is searched by its table. */
  isCounted(feature: number, rows: number): boolean {
    const { size, ordered } = this.#features[feature];
    return size * this.#target.size <= 2 * rows || (!ordered && !this.#target.ordered);
  }

  /** @param like number of rows that decides which features are counted */
  count({ rows, from, to }: NodeRows, like = to - from): Int32Array {
    const table = takeFree(this.#cells);
    const { codes: classes, size: width } = this.#target;
    const classOf = this.#classOf;
    for (let i = from; i < to; i++) classOf[i - from] = classes[rows[i]];
    const counted: Cells[] = [];
    this.#features.forEach(({ codes }, f) => {
      const start = this.#starts[f];
      table.fill(0, start, this.#starts[f + 1]);
      if (this.isCounted(f, like)) counted.push({ codes, start });
    });
    const node = { rows, from, to, classOf, width };
    for (let k = 0; k < counted.length; k += 2) countTwo(table, node, [counted[k], counted[k + 1]]);
    return table;
  }

  release(table: Int32Array | null): void {
    if (table !== null) free.push(table);
  }

  /**
   * Returns the tables of two children by what pays; null where they are to be counted.
   *
   * @param above tables of the node, which become the larger child's or are released
   */
  split(
    above: Int32Array | null,
    sides: readonly [NodeRows, NodeRows],
  ): [Int32Array | null, Int32Array | null] {
    if (above === null) return [null, null];
    const sizes = sides.map(({ from, to }) => to - from);
    const larger = sizes[0] >= sizes[1] ? 0 : 1;
    if (!this.pays(sizes[larger])) {
      this.release(above);
      return [null, null];
    }
    const smaller = this.count(sides[1 - larger], sizes[larger]);
    subtract(above, smaller, this.#cells);
    return larger === 0 ? [above, smaller] : [smaller, above];
  }
}
