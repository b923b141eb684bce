import { dayOf, isTimeOnly } from '../../table/datetime-form.ts';
import type { Table } from '../../table/table.ts';
import type { ContextColumns } from './context-columns.ts';

/** Context date column that a row's date never precedes; `place` is -1 if there is none. */
export type Since = {
  place: number;
  /** True if the row's days count from that date, because they vary less that way. */
  counted: boolean;
};

export const daysOf = (values: Float64Array): Float64Array => values.map(dayOf);

function spreadOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
}

/**
 * Finds the context date column that days never precede, and among several the nearest.
 *
 * @param days of the rows, NaN for missing
 * @param of context-table row of each row
 */
export function findSince(
  days: Float64Array,
  {
    of,
    contextTable,
    contextColumns,
  }: { of: Int32Array; contextTable: Table; contextColumns: ContextColumns },
): Since {
  let best: Since = { place: -1, counted: false };
  if (of.includes(-1)) return best;
  const datedRows = Array.from(days.keys()).filter((row) => !Number.isNaN(days[row]));
  const inCalendar = spreadOf(datedRows.map((row) => days[row]));
  let least = Number.POSITIVE_INFINITY;
  contextColumns.columns.forEach((name, place) => {
    const above = contextTable.columns.find((candidate) => candidate.name === name);
    if (above?.kind !== 'datetime' || isTimeOnly(above.form)) return;
    if (above.values.some((value) => Number.isNaN(value))) return;
    const from = daysOf(above.values);
    const gaps = datedRows.map((row) => days[row] - from[of[row]]);
    if (gaps.some((gap) => gap < 0)) return;
    const sum = gaps.reduce((total, gap) => total + gap, 0);
    if (sum >= least) return;
    least = sum;
    best = { place, counted: spreadOf(gaps) < inCalendar };
  });
  return best;
}
