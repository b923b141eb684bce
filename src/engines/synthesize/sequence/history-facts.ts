import type { FileHistories } from './file-histories.ts';

const TRACKED_KINDS = 10;
const TRACKED_SHARE = 0.005;

/** Returns the frequent kinds, whose last day each entity's state remembers. */
export function trackedKinds(of: Uint8Array, count: number): Int32Array {
  const rows = new Float64Array(count);
  for (const kind of of) rows[kind]++;
  const frequent = Array.from({ length: count }, (_, kind) => kind).filter(
    (kind) => rows[kind] >= TRACKED_SHARE * of.length,
  );
  frequent.sort((a, b) => rows[b] - rows[a] || a - b);
  return Int32Array.from(frequent.slice(0, TRACKED_KINDS));
}

/**
 * Returns the probability of accepting an overdraft: low if overdrafts are rare, 0 if fewer than
 * `threshold` entities ever overdraw.
 */
export function overdraftChance(
  { balance, amount, entity }: FileHistories,
  threshold: number,
): number {
  if (balance === null || amount === null) return 1;
  let debits = 0;
  let entered = 0;
  const overdrawn = new Set<number>();
  for (let i = 0; i < entity.length; i++) {
    if (!(amount.values[i] < 0)) continue;
    debits++;
    const before = i > 0 && entity[i] === entity[i - 1] ? balance.values[i - 1] : 0;
    if (balance.values[i] >= 0 || before < 0) continue;
    entered++;
    if (overdrawn.size < threshold) overdrawn.add(entity[i]);
  }
  if (debits > 0 && overdrawn.size < threshold) return 0;
  return debits === 0 ? 1 : Math.min(1, (20 * entered) / debits);
}
