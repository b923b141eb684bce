/** Numbers of a column's values by row, -1 for missing, and how many there are. */
export type Index = { of: Int32Array; count: number };

/** Returns how many values occur in at least two rows. */
export function recurring({ of, count }: Index): number {
  const seen = new Uint8Array(count);
  let values = 0;
  for (const own of of) {
    if (own < 0) continue;
    if (seen[own] === 1) values++;
    if (seen[own] < 2) seen[own]++;
  }
  return values;
}

/** Returns the share of recurring values of `of` that have a single value of `other`. */
export function determined(of: Int32Array, other: Int32Array): number {
  const first = new Map<number, number>();
  const isSingle = new Map<number, boolean>();
  for (let row = 0; row < of.length; row++) {
    const own = of[row];
    if (own < 0 || other[row] < 0) continue;
    const before = first.get(own);
    if (before === undefined) first.set(own, other[row]);
    else isSingle.set(own, isSingle.get(own) !== false && before === other[row]);
  }
  const single = [...isSingle.values()].filter(Boolean).length;
  return isSingle.size === 0 ? 0 : single / isSingle.size;
}
