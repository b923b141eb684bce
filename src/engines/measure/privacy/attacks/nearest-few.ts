/** The k nearest rows of each target; the first of equally near rows counts. */
export class NearestFew {
  readonly rows: Int32Array;
  readonly #distances: Float64Array;
  worst = Number.POSITIVE_INFINITY;
  worstRow = Number.POSITIVE_INFINITY;
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
    this.worstRow = Number.POSITIVE_INFINITY;
  }

  isNearer(distance: number, row: number): boolean {
    return distance < this.worst || (distance === this.worst && row < this.worstRow);
  }

  add(distance: number, row: number): void {
    const { rows } = this;
    const distances = this.#distances;
    let i = this.#k - 1;
    for (; i > 0 && distances[i - 1] >= distance; i--) {
      if (distances[i - 1] === distance && rows[this.#at + i - 1] < row) break;
      distances[i] = distances[i - 1];
      rows[this.#at + i] = rows[this.#at + i - 1];
    }
    distances[i] = distance;
    rows[this.#at + i] = row;
    this.worst = distances[this.#k - 1];
    const last = rows[this.#at + this.#k - 1];
    this.worstRow = last < 0 ? Number.POSITIVE_INFINITY : last;
  }
}
