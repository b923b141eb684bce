import type { EncodedRows } from '../encoded-rows.ts';

/** Synthetic matches per target, for an attacker who knows some of the target's columns. */
export type Found = {
  /** The k nearest rows by the first group of columns, then by the second: k indices per target. */
  links: [Int32Array, Int32Array];
  /** For each secret, the nearest row by all other columns. */
  guesses: Int32Array[];
  distance: Float64Array;
};

class NearestFew {
  readonly rows: Int32Array;
  readonly #distances: Float64Array;
  worst = Number.POSITIVE_INFINITY;
  #at = 0;
  readonly #k: number;

  constructor(targets: number, k: number) {
    this.rows = new Int32Array(targets * k);
    this.#distances = new Float64Array(k);
    this.#k = k;
  }

  begin(target: number): void {
    this.#at = target * this.#k;
    this.#distances.fill(Number.POSITIVE_INFINITY);
    this.rows.fill(-1, this.#at, this.#at + this.#k);
    this.worst = Number.POSITIVE_INFINITY;
  }

  add(distance: number, row: number): void {
    let i = this.#k - 1;
    while (i > 0 && this.#distances[i - 1] > distance) {
      this.#distances[i] = this.#distances[i - 1];
      this.rows[this.#at + i] = this.rows[this.#at + i - 1];
      i--;
    }
    this.#distances[i] = distance;
    this.rows[this.#at + i] = row;
    this.worst = this.#distances[this.#k - 1];
  }
}

/**
 * Searches for linkability, every inference and membership in one pass over all pairs of target and
 * synthetic row. The first of equally near rows counts: callers shuffle the rows.
 */
export function searchAttack({
  targets,
  synthetic,
  split,
  secrets,
  k = 1,
  step = () => {},
}: {
  targets: EncodedRows;
  synthetic: EncodedRows;
  /** Columns before this index are a linking attacker's first group, the others the second. */
  split: number;
  /** Columns that an inferring attacker does not know, one at a time. */
  secrets: readonly number[];
  /** Number of rows that a linking attacker finds per target. */
  k?: number;
  /** Called every 64 targets to report progress; may throw to stop. */
  step?: (done: number, total: number) => void;
}): Found {
  const { width } = targets;
  const { cells } = synthetic;
  const first = new NearestFew(targets.rows, k);
  const second = new NearestFew(targets.rows, k);
  const guesses = secrets.map(() => new Int32Array(targets.rows));
  const least = new Float64Array(secrets.length);
  const secretAt = Int32Array.from(secrets);
  const parts = new Float64Array(width);
  const distance = new Float64Array(targets.rows);
  for (let target = 0; target < targets.rows; target++) {
    if ((target & 63) === 0) step(target, targets.rows);
    const own = targets.cells.subarray(target * width, (target + 1) * width);
    first.begin(target);
    second.begin(target);
    least.fill(Number.POSITIVE_INFINITY);
    let whole = Number.POSITIVE_INFINITY;
    let farthest = Number.POSITIVE_INFINITY;
    for (let row = 0; row < synthetic.rows; row++) {
      const base = row * width;
      let a = 0;
      for (let c = 0; c < split; c++) {
        const part = Math.min(1, Math.abs(own[c] - cells[base + c]));
        parts[c] = part;
        a += part;
      }
      let b = 0;
      for (let c = split; c < width; c++) {
        const part = Math.min(1, Math.abs(own[c] - cells[base + c]));
        parts[c] = part;
        b += part;
      }
      if (a < first.worst) first.add(a, row);
      if (b < second.worst) second.add(b, row);
      const sum = a + b;
      if (sum < whole) whole = sum;
      // A secret lowers the distance by at most 1: a farther row can't become the nearest.
      if (sum - 1 >= farthest) continue;
      farthest = 0;
      for (let s = 0; s < secretAt.length; s++) {
        const rest = sum - parts[secretAt[s]];
        if (rest < least[s]) {
          least[s] = rest;
          guesses[s][target] = row;
        }
        if (least[s] > farthest) farthest = least[s];
      }
    }
    distance[target] = whole / width;
  }
  return { links: [first.rows, second.rows], guesses, distance };
}
