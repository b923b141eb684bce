import { spreadRows } from './learning-rows.ts';

/** Earlier fields (`parents`) whose exact value a field often repeats: bill and payment. */
export type Copies = { field: number; parents: Int32Array };

const MAX_PARENTS = 3;
const MIN_SHARE = 0.02;
/** Minimum ratio of the agreement to that of chance. */
const CHANCE_TIMES = 4;
const SAMPLE_ROWS = 5000;
/** Share above which a value, such as zero, is left to the trees: it agrees by chance. */
const COMMON_SHARE = 0.05;

/** Returns the number of rows that would agree if the columns were independent. */
function equalByChance(own: Float64Array, other: Float64Array, rows: Uint32Array): number {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(other[row], (counts.get(other[row]) ?? 0) + 1);
  let sum = 0;
  for (const row of rows) sum += counts.get(own[row]) ?? 0;
  return sum / Math.max(1, rows.length);
}

function commonValues(values: Float64Array, rows: Uint32Array): Set<number> {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(values[row], (counts.get(values[row]) ?? 0) + 1);
  const common = new Set<number>();
  for (const [value, count] of counts) if (count > COMMON_SHARE * rows.length) common.add(value);
  return common;
}

/**
 * Finds the earlier fields whose value a field repeats in at least one row of fifty. The most
 * frequent comes first; each further one counts only rows not yet explained.
 *
 * @param values the numbers behind each field's codes, null for categories
 */
export function findCopies(
  field: number,
  earlier: readonly number[],
  values: readonly (Float64Array | null)[],
): Copies | null {
  const own = values[field];
  if (own === null || own === undefined) return null;
  const used = Math.min(own.length, SAMPLE_ROWS);
  if (used < 200) return null;
  let rows = spreadRows(own.length, used);
  const common = commonValues(own, rows);
  rows = rows.filter((row) => !Number.isNaN(own[row]) && !common.has(own[row]));
  const parents: number[] = [];
  while (parents.length < MAX_PARENTS) {
    let most = MIN_SHARE * used;
    let best = -1;
    for (const f of earlier) {
      const other = values[f];
      if (other === null || other === undefined) continue;
      let equal = 0;
      for (const row of rows) if (own[row] === other[row]) equal++;
      if (equal >= most && equal > CHANCE_TIMES * equalByChance(own, other, rows)) {
        most = equal + 1;
        best = f;
      }
    }
    if (best < 0) break;
    parents.push(best);
    const repeated = values[best]!;
    rows = rows.filter((row) => own[row] !== repeated[row]);
  }
  return parents.length > 0 ? { field, parents: Int32Array.from(parents) } : null;
}

/** Encodes a field with one additional code for each parent it repeats. */
export function codesWithCopies(
  copies: Copies,
  {
    codes,
    size,
    values,
  }: { codes: Uint8Array; size: number; values: readonly (Float64Array | null)[] },
): Uint8Array {
  const own = values[copies.field]!;
  const common = commonValues(own, spreadRows(own.length));
  const out = codes.slice();
  for (let row = 0; row < out.length; row++) {
    if (common.has(own[row])) continue;
    for (let k = 0; k < copies.parents.length; k++) {
      if (values[copies.parents[k]]![row] === own[row]) {
        out[row] = size + k;
        break;
      }
    }
  }
  return out;
}
