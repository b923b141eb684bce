import { balanceSlack, entityIndex, orderByBalance, rowsByEntity } from './sequence-shape.ts';
import type { DatetimeColumn, NumberColumn, Table } from './table.ts';

/**
 * Finds the rows whose balance differs from the previous balance plus the amount. Rows are ordered
 * by time within each entity; rows of the same time by the order that fits most balances.
 *
 * @param names columns of the table; only the balance may have missing values
 * @returns number of rows compared, and the inconsistent ones in file order
 */
export function balanceBreaks(
  table: Table,
  names: { entity: string; time: string; balance: string; amount: string },
): { checked: number; broken: number[] } {
  const columnOf = (name: string) => table.columns.find((column) => column.name === name)!;
  const time = (columnOf(names.time) as DatetimeColumn).values;
  const balance = columnOf(names.balance) as NumberColumn;
  const amount = columnOf(names.amount) as NumberColumn;
  const { of, count } = entityIndex(columnOf(names.entity));
  const grouped = rowsByEntity(of, count, time);
  orderByBalance(grouped, { time, balance, amount });
  const { order, start } = grouped;
  const slack = balanceSlack(balance);
  const broken: number[] = [];
  let checked = 0;
  for (let entity = 0; entity < count; entity++) {
    let before = Number.NaN;
    for (const row of order.subarray(start[entity], start[entity + 1])) {
      const after = balance.values[row];
      const expected = before + amount.values[row];
      if (amount.values[row] !== 0 && !Number.isNaN(before)) {
        checked++;
        if (!(Math.abs(after - expected) <= slack)) broken.push(row);
      }
      before = Number.isNaN(after) ? expected : after;
    }
  }
  return { checked, broken: broken.sort((a, b) => a - b) };
}
