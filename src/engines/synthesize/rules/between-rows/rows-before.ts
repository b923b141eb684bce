import type { Table } from '../../../table/table.ts';
import { listsNewestFirst } from '../../sequence/listed-order.ts';

/** Rows in order of time: the row before each, -1 for the first of its entity, and those of each. */
export type RowsBefore = {
  before: Int32Array;
  entity: ArrayLike<number>;
  groups: readonly number[][];
};

/** Returns true if an entity's rows go back in time, by the column that orders them or by any. */
function isListedNewestFirst(
  { columns }: Table,
  { entity, time }: { entity: Int32Array; time: string | null },
): boolean {
  const count = entity.reduce((most, of) => Math.max(most, of + 1), 0);
  return columns.some(
    (own) =>
      own.kind === 'datetime' &&
      (time === null || own.name === time) &&
      listsNewestFirst(entity, count, own.values),
  );
}

/** Finds the row before each in a file that lists rows of an entity from old to new or back. */
export const rowsBeforeInFile = (
  table: Table,
  { entity, time }: { entity: Int32Array; time: string | null },
): RowsBefore => rowsBefore(entity, isListedNewestFirst(table, { entity, time }));

export function rowsBefore(entity: ArrayLike<number>, isNewestFirst = false): RowsBefore {
  const before = new Int32Array(entity.length).fill(-1);
  const groups = new Map<number, number[]>();
  for (let i = 0; i < entity.length; i++) {
    const row = isNewestFirst ? entity.length - 1 - i : i;
    const of = entity[row]!;
    if (of < 0) continue;
    const rows = groups.get(of);
    if (rows === undefined) {
      groups.set(of, [row]);
      continue;
    }
    before[row] = rows.at(-1)!;
    rows.push(row);
  }
  return { before, entity, groups: [...groups.values()] };
}
