import { shuffle } from '../../random/shuffle.ts';
import type { RandomStream } from '../../random/stream.ts';

/** Least share of the highest quantile that counts as the top. */
const TOP_SHARE = 0.9;
/** Largest factor of the top; what one entity has beyond that is spread over all. */
const MAX_TOP = 4;

/**
 * Returns the factor of each entity's rows. The quantiles leave out the rows of the most frequent
 * entities beyond their shared bound: the top takes them, and the others keep theirs.
 */
function scalesOf(wanted: Float64Array, rows: number): (k: number) => number {
  const sum = wanted.reduce((total, count) => total + count, 0);
  const least = TOP_SHARE * wanted[wanted.length - 1]!;
  const top = wanted.reduce((total, count) => total + (count >= least ? count : 0), 0);
  if (rows <= sum || wanted[0]! >= least) return () => rows / sum;
  const ofTop = Math.min(MAX_TOP, 1 + (rows - sum) / top);
  const ofAll = rows / (sum + (ofTop - 1) * top);
  return (k) => ofAll * (wanted[k]! >= least ? ofTop : 1);
}

/** Returns rows per entity from quantiles of the file, scaled to a total; each has at least one. */
export function countsOf(popularity: Float64Array, entities: number, rows: number): Int32Array {
  const parts = popularity.length - 1;
  const wanted = Float64Array.from({ length: entities }, (_, k) => {
    const place = ((k + 0.5) / entities) * parts;
    const at = Math.floor(place);
    const next = popularity[Math.min(parts, at + 1)];
    return popularity[at] + (place - at) * (next - popularity[at]);
  });
  const scaleOf = scalesOf(wanted, rows);
  const exact = wanted.map((count, k) => count * scaleOf(k));
  const counts = Int32Array.from(exact, (count) => Math.max(1, Math.floor(count)));
  const order = Array.from(exact.keys()).sort(
    (a, b) => exact[b] - counts[b] - (exact[a] - counts[a]),
  );
  let left = rows - counts.reduce((sum, count) => sum + count, 0);
  while (left !== 0)
    for (const k of left > 0 ? order : order.toReversed()) {
      if (left === 0) break;
      if (left < 0 && counts[k] < 2) continue;
      counts[k] += Math.sign(left);
      left -= Math.sign(left);
    }
  return counts;
}

/** Returns the expected number of different names in some of the rows (rarefaction, Hurlbert 1971). */
function expectedNames(
  { entities, popularity, rows }: { entities: number; popularity: Float64Array; rows: number },
  some: number,
): number {
  const left = Math.max(0, 1 - some / rows);
  const seen = popularity.reduce((sum, count) => sum + 1 - left ** count, 0);
  return (entities * seen) / popularity.length;
}

type Block = {
  rows: number;
  block: number;
  /** Maximum rows of a block, so that numbers of different blocks never meet. */
  room: number;
  missingShare: (row: number) => number;
  stream: RandomStream;
  /** Codes of the attributes that each entity has one value of, by row; fewest values first. */
  attributes?: readonly ArrayLike<number>[] | undefined;
};

/**
 * Allocates a block's rows to entities, with the file's rows per entity: in random order, or rows of
 * equal attributes together, so that what goes with an attribute stays with it. The number
 * of entities grows with the rows; missing values are -1.
 *
 * @param numbering.rows training rows with a value
 * @param numbering.isOfMany true if numbers are of names that many persons have: fewer rows have more
 * of them than in proportion, and all blocks have the same, the most frequent first
 */
export function allocateEntities(
  numbering: {
    entities: number;
    popularity: Float64Array;
    rows: number;
    isOfMany?: true | undefined;
  },
  { rows, block, room, missingShare, stream, attributes = [] }: Block,
): Int32Array {
  const share = numbering.entities / numbering.rows;
  const { isOfMany = false } = numbering;
  const first = isOfMany ? 0 : block * Math.ceil(room * share);
  const present = Array.from({ length: rows }, (_, row) => row).filter(
    (row) => stream.float() >= missingShare(row),
  );
  const of = new Int32Array(rows).fill(-1);
  const total = present.length;
  if (total === 0) return of;
  shuffle(present, stream);
  if (attributes.length > 0)
    present.sort((a, b) => {
      for (const codes of attributes) if (codes[a] !== codes[b]) return codes[a]! - codes[b]!;
      return 0;
    });
  const expected = isOfMany ? expectedNames(numbering, total) : total * share;
  const entities = Math.min(total, Math.max(1, Math.round(expected)));
  let at = 0;
  const counts = [...countsOf(numbering.popularity, entities, total)];
  if (attributes.length > 0) shuffle(counts, stream);
  counts.forEach((count, k) => {
    for (const end = at + count; at < end; at++)
      of[present[at]] = isOfMany ? entities - 1 - k : first + k;
  });
  return of;
}
