import { DAY } from '../../../table/datetime-form.ts';
import type { Table } from '../../../table/table.ts';
import { expectedBy, isOfAmounts, remainderOf } from './law.ts';
import type { Candidate } from './law-candidates.ts';
import { MIN_DISTINCT } from './sample-amounts.ts';

const MIN_ROWS = 50;
/** Maximum number of consecutive integers in a law's remainder. */
const MAX_LEFT = 3;
const YEAR_DAYS = 365;

/** Range of the remainder in nearly all rows. */
export type Bounds = { low: number; high: number };

/** Counts distinct values, up to `MIN_DISTINCT`. */
export function distinctIn(values: Float64Array): number {
  const met = new Set<number>();
  for (const value of values) if (!Number.isNaN(value) && met.size < MIN_DISTINCT) met.add(value);
  return met.size;
}

export const present = (values: Float64Array) => values.filter((value) => !Number.isNaN(value));

/** Returns the bounds of a few frequent values that cover the share of the remainder, or null. */
function fewValues(
  left: Float64Array,
  { threshold, share, unit }: { threshold: number; share: number; unit: number },
): Bounds | null {
  const met = new Map<number, number>();
  for (const value of left) met.set(value, (met.get(value) ?? 0) + 1);
  const frequent = [...met].filter(([, count]) => count >= threshold).sort((x, y) => y[1] - x[1]);
  const values: number[] = [];
  let covered = 0;
  for (const [value, count] of frequent) {
    if (covered >= share * left.length) break;
    values.push(value);
    covered += count;
  }
  if (covered < share * left.length) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return high - low < (MAX_LEFT - 0.5) * unit ? { low, high } : null;
}

/** Returns the year that has nearly all of the remainder: ending at zero (`ends`), or anywhere. */
function withinYear(left: Float64Array, ends: boolean, share: number): Bounds | null {
  const length = (YEAR_DAYS - 1) * DAY;
  const needed = Math.ceil(share * left.length);
  if (ends) {
    const inside = left.filter((value) => value >= -length - DAY && value <= 0).length;
    return inside >= needed ? { low: -length, high: 0 } : null;
  }
  const sorted = left.slice().sort();
  for (let from = 0; from + needed <= sorted.length; from++) {
    const low = sorted[from];
    if (sorted[from + needed - 1] - low <= length + DAY) return { low, high: low + length };
  }
  return null;
}

/**
 * Returns bounds if the remainder is never negative, though independent columns would make it so.
 */
function neverBefore(values: Float64Array, expected: Float64Array, share: number): Bounds | null {
  const half = values.length >> 1;
  let satisfied = 0;
  let byChance = 0;
  for (let row = 0; row < values.length; row++) {
    if (values[row] >= expected[row]) satisfied++;
    if (values[(row + half) % values.length] < expected[row]) byChance++;
  }
  const isInformative = byChance >= 0.01 * values.length;
  return isInformative && satisfied >= share * values.length
    ? { low: 0, high: Number.MAX_SAFE_INTEGER }
    : null;
}

/** Returns the remainder's bounds if a law holds in enough rows; otherwise null. */
export function boundsOf(
  { law, ordered = false }: Candidate,
  table: Table,
  { threshold, share }: { threshold: number; share: number },
): Bounds | null {
  const own = table.columns[law.column];
  if (own.kind === 'category') return null;
  const expected = expectedBy(law, table);
  const left = present(remainderOf(law, table));
  // Without the other values, this one could not be derived.
  if (left.length < MIN_ROWS || left.length < present(own.values).length) return null;
  if (distinctIn(expected) < MIN_DISTINCT || distinctIn(own.values) < MIN_DISTINCT) return null;
  if (ordered) return neverBefore(own.values, expected, share);
  if (law.kind === 'birthday') return withinYear(left, law.until >= 0, share);
  const unit = isOfAmounts(law) ? 10 ** -law.decimals : 1;
  return fewValues(left, { threshold, share, unit });
}
