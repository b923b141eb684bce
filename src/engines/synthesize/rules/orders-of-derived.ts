import type { NumberColumn, Table } from '../../table/table.ts';
import type { ColumnOrder } from './column-orders.ts';

/** Rounds an amount so that it stays within a bound. */
export const bounded = (
  value: number,
  decimals: number,
  round: (value: number) => number,
): number =>
  Number(
    (round(Number((value * 10 ** decimals).toPrecision(14))) / 10 ** decimals).toFixed(decimals),
  );

/**
 * Corrects drawn numbers that are in the wrong order with one that follows from others: a deductible
 * is at most the allowed amount of its row.
 *
 * @param drawn rows before columns were derived
 * @param derived the same rows with derived columns
 * @returns the corrected drawn rows; null if no order is broken so
 */
export function inOrderWithDerived(
  drawn: Table,
  derived: Table,
  { orders, isGiven }: { orders: readonly ColumnOrder[]; isGiven: (column: number) => boolean },
): Table | null {
  const changed = new Map<number, Float64Array>();
  const at = ({ columns }: Table, column: number) => columns[column] as NumberColumn;
  const move = (column: number, row: number, value: number) => {
    if (!changed.has(column)) changed.set(column, at(drawn, column).values.slice());
    changed.get(column)![row] = value;
  };
  for (const { low, high } of orders) {
    if (drawn.columns[low]!.kind !== 'number' || drawn.columns[high]!.kind !== 'number') continue;
    const isMoved = (column: number, row: number) =>
      at(drawn, column).values[row] !== at(derived, column).values[row];
    for (let row = 0; row < drawn.rows; row++) {
      const below = at(derived, low).values[row]!;
      const above = at(derived, high).values[row]!;
      if (!(below > above)) continue;
      const [lowMoved, highMoved] = [isMoved(low, row), isMoved(high, row)];
      if (highMoved && !lowMoved && !isGiven(low))
        move(low, row, bounded(above, at(drawn, low).decimals, Math.floor));
      if (lowMoved && !highMoved && !isGiven(high))
        move(high, row, bounded(below, at(drawn, high).decimals, Math.ceil));
    }
  }
  if (changed.size === 0) return null;
  const columns = drawn.columns.map((column, i) =>
    changed.has(i) ? ({ ...column, values: changed.get(i)! } as NumberColumn) : column,
  );
  return { rows: drawn.rows, columns };
}
