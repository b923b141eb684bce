import { DAY } from '../../../table/datetime-form.ts';
import type { Table } from '../../../table/table.ts';
import { expectedBy, isOfAmounts, remainderOf } from './law.ts';
import type { Candidate } from './law-candidates.ts';

const MIN_ROWS = 50;
export const MIN_DISTINCT = 5;
/** What is left of a column that follows from others is one of so many numbers next to one another at most. */
const MAX_LEFT = 3;
const YEAR_DAYS = 365;

/** Between which what is left lies in nearly all rows. */
export type Bounds = { low: number; high: number };

function distinctIn(values: Float64Array): number {
  const met = new Set<number>();
  for (const value of values) if (!Number.isNaN(value) && met.size < MIN_DISTINCT) met.add(value);
  return met.size;
}

export const present = (values: Float64Array) => values.filter((value) => !Number.isNaN(value));

/** The bounds of few values, each in `threshold` rows, that make up so much of what is left; null where they do not. */
function fewValues(
  left: Float64Array,
  { threshold, share, unit }: { threshold: number; share: number; unit: number },
): Bounds | null {
  const met = new Map<number, number>();
  for (const value of left) met.set(value, (met.get(value) ?? 0) + 1);
  const held = [...met].filter(([, count]) => count >= threshold).sort((x, y) => y[1] - x[1]);
  const values: number[] = [];
  let covered = 0;
  for (const [value, count] of held) {
    if (covered >= share * left.length) break;
    values.push(value);
    covered += count;
  }
  if (covered < share * left.length) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return high - low < (MAX_LEFT - 0.5) * unit ? { low, high } : null;
}

/** The year within which nearly all of what is left lies: before nothing, or anywhere. */
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

/** Nothing below zero is left, though it would be if the columns did not know one another. */
function neverBefore(values: Float64Array, expected: Float64Array, share: number): Bounds | null {
  const half = values.length >> 1;
  let kept = 0;
  let byChance = 0;
  for (let row = 0; row < values.length; row++) {
    if (values[row] >= expected[row]) kept++;
    if (values[(row + half) % values.length] < expected[row]) byChance++;
  }
  const says = byChance >= 0.01 * values.length;
  return says && kept >= share * values.length ? { low: 0, high: Number.MAX_SAFE_INTEGER } : null;
}

/** What is left where a law holds in so large a share of the rows; null where it does not, or says nothing. */
export function boundsOf(
  { law, ordered = false }: Candidate,
  table: Table,
  { threshold, share }: { threshold: number; share: number },
): Bounds | null {
  const own = table.columns[law.column];
  if (own.kind === 'category') return null;
  const expected = expectedBy(law, table);
  const left = present(remainderOf(law, table));
  // Where the others are missing, this one could not follow from them.
  if (left.length < MIN_ROWS || left.length < present(own.values).length) return null;
  if (distinctIn(expected) < MIN_DISTINCT || distinctIn(own.values) < MIN_DISTINCT) return null;
  if (ordered) return neverBefore(own.values, expected, share);
  if (law.kind === 'birthday') return withinYear(left, law.until >= 0, share);
  const unit = isOfAmounts(law) ? 10 ** -law.decimals : 1;
  return fewValues(left, { threshold, share, unit });
}
