import type { Table } from '../../../table/table.ts';
import { listsNewestFirst } from '../../sequence/listed-order.ts';

/** Rows of entities in order of time: the row before each, -1 for the first of its entity. */
export type RowsBefore = { before: Int32Array; entity: ArrayLike<number> };

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
  const last = new Map<number, number>();
  const before = new Int32Array(entity.length).fill(-1);
  for (let i = 0; i < entity.length; i++) {
    const row = isNewestFirst ? entity.length - 1 - i : i;
    const of = entity[row]!;
    if (of < 0) continue;
    before[row] = last.get(of) ?? -1;
    last.set(of, row);
  }
  return { before, entity };
}

/** Returns the rows of each entity in order of time. */
export function rowsOfEntities({ before, entity }: RowsBefore): number[][] {
  const after = new Int32Array(before.length).fill(-1);
  const firsts: number[] = [];
  before.forEach((of, row) => {
    if (of >= 0) after[of] = row;
    else if (entity[row]! >= 0) firsts.push(row);
  });
  return firsts.map((first) => {
    const rows: number[] = [];
    for (let row = first; row >= 0; row = after[row]!) rows.push(row);
    return rows;
  });
}
