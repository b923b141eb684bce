import type { StatementShape } from '../../meaning/statement/find-statement.ts';
import type { NumberColumn, Table } from '../../table/table.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';
import type { Statement } from '../model/statement.ts';

/** Locates a running balance; undefined if one of its columns is missing or not modeled. */
export function statementOf(
  table: Table,
  plans: readonly ColumnPlan[],
  shape: StatementShape,
): Statement | undefined {
  const learned = (name: string) =>
    table.columns.findIndex((column, i) => column.name === name && plans[i].made === null);
  const balance = learned(shape.balance);
  const movements = shape.movements.map(({ column, factor }) => ({
    column: learned(column),
    factor,
  }));
  const isSigned = shape.direction === null || learned(shape.direction.column) >= 0;
  if (balance < 0 || !isSigned || movements.some(({ column }) => column < 0)) return undefined;
  const { values } = table.columns[balance] as NumberColumn;
  const present = values.filter((value) => !Number.isNaN(value));
  const mean = present.reduce((sum, value) => sum + value, 0) / Math.max(1, present.length);
  const time = shape.time === null ? -1 : learned(shape.time);
  return { balance, movements, time, newestFirst: shape.newestFirst, mean };
}
