import { isTimeOnly } from './datetime-form.ts';
import { rangeOf } from './range-of.ts';
import type { DatetimeColumn, Table } from './table.ts';

/** Pair of date columns: `first` is never after `second` in rows with both. */
export type DateOrder = { first: string; second: string; rows: number };

const MIN_ROWS = 50;
const MAX_COLUMNS = 40;

/**
 * Finds pairs of date columns of which one is never after the other. Disjoint ranges are trivial
 * and left out.
 */
export function findDateOrders(table: Table): DateOrder[] {
  const dates = table.columns
    .filter(
      (column): column is DatetimeColumn => column.kind === 'datetime' && !isTimeOnly(column.form),
    )
    .slice(0, MAX_COLUMNS);
  const spans = dates.map(({ values }) => rangeOf(values));
  return dates.flatMap((first, a) =>
    dates.flatMap((second, b) => {
      if (a === b || spans[a].high < spans[b].low) return [];
      let rows = 0;
      let differ = 0;
      for (let row = 0; row < table.rows; row++) {
        const gap = second.values[row] - first.values[row];
        if (gap < 0) return [];
        if (gap >= 0) rows++;
        if (gap > 0) differ++;
      }
      return rows >= MIN_ROWS && differ > 0
        ? [{ first: first.name, second: second.name, rows }]
        : [];
    }),
  );
}
