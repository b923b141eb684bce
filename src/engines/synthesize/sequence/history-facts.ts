import type { Table } from '../../table/table.ts';
import type { ColumnPlan } from '../column-plan.ts';

const TRACKED_KINDS = 10;
const TRACKED_SHARE = 0.005;

/** The first column of decimals that is learned, else the first of numbers. */
export function firstAmount(table: Table, plans: readonly ColumnPlan[]): number {
  const learned = (i: number) => plans[i]!.made === null;
  const decimals = table.columns.findIndex(
    (column, i) => learned(i) && column.kind === 'number' && column.decimals > 0,
  );
  return decimals >= 0
    ? decimals
    : table.columns.findIndex((column, i) => learned(i) && column.kind === 'number');
}

/** The frequent kinds, whose last day each entity's state remembers. */
export function trackedKinds(of: Uint8Array, count: number): Int32Array {
  const rows = new Float64Array(count);
  for (const kind of of) rows[kind]!++;
  const frequent = Array.from({ length: count }, (_, kind) => kind).filter(
    (kind) => rows[kind]! >= TRACKED_SHARE * of.length,
  );
  frequent.sort((a, b) => rows[b]! - rows[a]! || a - b);
  return Int32Array.from(frequent.slice(0, TRACKED_KINDS));
}

export function isSorted(values: Float64Array): boolean {
  for (let i = 1; i < values.length; i++) if (values[i]! < values[i - 1]!) return false;
  return true;
}

/** Where overdrafts are rare, most draws that would make one are drawn again. */
export function overdraftChance(
  balances: Float64Array | null,
  amounts: Float64Array | null,
  entity: Int32Array,
): number {
  if (balances === null || amounts === null) return 1;
  let debits = 0;
  let entered = 0;
  for (let i = 0; i < balances.length; i++) {
    if (!(amounts[i]! < 0)) continue;
    debits++;
    const before = i > 0 && entity[i] === entity[i - 1] ? balances[i - 1]! : 0;
    if (balances[i]! < 0 && before >= 0) entered++;
  }
  return debits === 0 ? 1 : Math.min(1, (20 * entered) / debits);
}
