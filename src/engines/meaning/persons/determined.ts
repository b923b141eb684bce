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

const SEVERAL = 2;

/** Returns the share of recurring values of `of` that have a single value of `other`. */
export function determined(of: Int32Array, other: Int32Array): number {
  // There are at most as many values as rows.
  const first = new Int32Array(of.length).fill(-1);
  const rows = new Uint8Array(of.length);
  let recurring = 0;
  let several = 0;
  for (let row = 0; row < of.length; row++) {
    const own = of[row];
    if (own < 0 || other[row] < 0) continue;
    if (first[own] < 0) {
      first[own] = other[row];
      continue;
    }
    if (rows[own] === 0) recurring++;
    const isOther = first[own] !== other[row];
    if (isOther && rows[own] < SEVERAL) several++;
    rows[own] = isOther ? SEVERAL : Math.max(rows[own], 1);
  }
  return recurring === 0 ? 0 : (recurring - several) / recurring;
}
