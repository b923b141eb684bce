import { balanceSlack, entityIndex, orderByBalance, rowsByEntity } from './sequence-shape.ts';
import type { DatetimeColumn, NumberColumn, Table } from './table.ts';

/**
 * The rows whose balance is not the one before plus the amount, in order of time within each entity and, within a
 * moment, in the order in which most balances follow.
 *
 * @param names columns of the table; the balance may miss values, the others are complete
 * @returns how many rows were held against the one before, and which of them do not follow, in the file's order
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
