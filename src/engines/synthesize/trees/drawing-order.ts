import { coarseSize } from './information.ts';
import { MAX_LEARNED_ROWS } from './learning-rows.ts';
import type { Target } from './tree.ts';

/** Fields that share less than this with an average other field, in nats, stand alone. */
const ALONE = 0.05;
const TARGET_CODES = 10;
const FIRST = -1000;
const LAST = 1000;

/** What a field shares with another on average, in nats. */
function meanInformation(information: Float64Array, field: number, n: number): number {
  let sum = 0;
  for (let j = 0; j < n; j++) sum += information[field * n + j];
  return sum / Math.max(1, n - 1);
}

/** True for the table's last field where it has few codes: files keep there what is to be predicted. */
export function isPredicted(
  target: Target,
  { field, information, n }: { field: number; information: Float64Array; n: number },
): boolean {
  return (
    field === n - 1 && target.size <= TARGET_CODES && meanInformation(information, field, n) < ALONE
  );
}

/** Fields by `place`, between those that stand alone and the one to be predicted. */
function orderBy(
  targets: readonly Target[],
  information: Float64Array,
  place: (field: number, mean: number) => number,
): Int32Array {
  const n = targets.length;
  const key = targets.map((target, field) => {
    const mean = meanInformation(information, field, n);
    if (isPredicted(target, { field, information, n })) return LAST;
    return mean < ALONE ? FIRST + mean : place(field, mean);
  });
  return Int32Array.from(targets.keys()).sort((a, b) => key[a] - key[b] || a - b);
}

/**
 * Fields that stand alone come first: drawn last, from small leaves, they would help to make up training
 * rows again. Then few codes and much to tell; wide fields last, and after them the table's last field if it
 * has few codes: that is where files keep what is to be predicted.
 */
export const drawingOrder = (targets: readonly Target[], information: Float64Array): Int32Array =>
  orderBy(targets, information, (field, mean) => Math.log(coarseSize(targets[field]) + 1) - mean);

/**
 * The same with the fields in between as the file has them. Where two orders err apart, rows drawn half by the one and
 * half by the other err less than by either. Null where fewer than half of the fields are numbers, since by words the
 * two err alike, and of more rows than trees learn from, where they would take twice as long and err little.
 */
export function secondOrder(
  targets: readonly Target[],
  { information, first }: { information: Float64Array; first: Int32Array },
): Int32Array | null {
  const numbers = targets.filter(({ ordered }) => ordered).length;
  const rows = targets[0]?.codes.length ?? 0;
  if (2 * numbers < targets.length || rows > MAX_LEARNED_ROWS) return null;
  const order = orderBy(targets, information, (field) => field);
  return order.every((field, position) => field === first[position]) ? null : order;
}
