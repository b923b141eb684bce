import { coarseSize } from './information.ts';
import { MAX_LEARNED_ROWS } from './learning-rows.ts';
import type { Target } from './tree.ts';

/** Mean mutual information, in nats, below which a field counts as independent. */
const ALONE = 0.05;
const TARGET_CODES = 10;
const FIRST = -1000;
const LAST = 1000;

/** Returns a field's mean mutual information with the others, in nats. */
function meanInformation(information: Float64Array, field: number, n: number): number {
  let sum = 0;
  for (let j = 0; j < n; j++) sum += information[field * n + j];
  return sum / Math.max(1, n - 1);
}

/** Returns true for a last field with few codes: files often put the prediction target there. */
export function isPredicted(
  target: Target,
  { field, information, n }: { field: number; information: Float64Array; n: number },
): boolean {
  return (
    field === n - 1 && target.size <= TARGET_CODES && meanInformation(information, field, n) < ALONE
  );
}

/** Orders fields by `place`, after independent fields and before the predicted one. */
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
 * Orders fields: independent ones first (drawn last, from small leaves, they would help to
 * reproduce training rows); then fields with few codes and much information; then wide fields; and
 * finally the likely prediction target.
 */
export const drawingOrder = (targets: readonly Target[], information: Float64Array): Int32Array =>
  orderBy(targets, information, (field, mean) => Math.log(coarseSize(targets[field]) + 1) - mean);

/**
 * Returns the order with the middle fields in file order. If two orders err independently, drawing
 * half of the rows by each reduces the error. Null if fewer than half of the fields are numeric,
 * since the errors are alike for categories; and for more rows than trees are trained on, where it
 * would double the time for little gain.
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
