/** Counts the owners and weights of parts of texts, up to the number of owners that shows a part. */
export class SharedParts {
  readonly #owners = new Map<string, Set<number>>();
  readonly #weights = new Map<string, number>();
  readonly #threshold: number;

  constructor(threshold: number) {
    this.#threshold = threshold;
  }

  add(part: string, owners: ReadonlySet<number>, weight = 1): void {
    let own = this.#owners.get(part);
    if (own === undefined) {
      own = new Set();
      this.#owners.set(part, own);
    }
    for (const owner of owners) {
      if (own.size >= this.#threshold) break;
      own.add(owner);
    }
    this.#weights.set(part, (this.#weights.get(part) ?? 0) + weight);
  }

  has = (part: string): boolean => (this.#owners.get(part)?.size ?? 0) >= this.#threshold;

  /** Returns the parts of at least `threshold` owners, with their weights. */
  shared = (): [string, number][] => [...this.#weights].filter(([part]) => this.has(part));
}
