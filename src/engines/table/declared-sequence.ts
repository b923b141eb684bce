import { DAY, datetimeForm } from './datetime-form.ts';
import { entityIndex, type SequenceShape, sequenceOf, shapeOf } from './sequence-shape.ts';
import type { DatetimeColumn, Table } from './table.ts';

/** Histories of an entity that somebody declared. */
export type DeclaredSequence = {
  /** With a column of days that stands for the file's order, where no column orders the rows. */
  table: Table;
  shape: SequenceShape;
  inFileOrder: boolean;
};

/** Fewer histories say too little of one another. */
const MIN_DECLARED_ENTITIES = 9;
const EPOCH = Date.UTC(2000, 0, 1);

/** A day later with each row of an entity. */
function fileOrder(table: Table, of: Int32Array, count: number): DatetimeColumn {
  const seen = new Int32Array(count);
  const values = Float64Array.from(of, (entity) => EPOCH + DAY * seen[entity]++);
  let name = 'order in the file';
  while (table.columns.some((column) => column.name === name)) name += ' ';
  return { kind: 'datetime', name, values, form: datetimeForm('YYYY-MM-DD') };
}

/** Why a column can't be the entity of histories; null where it can. */
export function refuseEntity(
  table: Table,
  entity: string,
  minEntities = MIN_DECLARED_ENTITIES,
): string | null {
  const column = table.columns.find(({ name }) => name === entity);
  if (column === undefined) return `There is no column ${entity}.`;
  const { of, count } = entityIndex(column);
  if (of.includes(-1))
    return `Column ${entity} has missing values: rows without an entity have no history.`;
  if (count < minEntities)
    return `Column ${entity} has ${count} different values; histories of at least ${minEntities} are needed.`;
  if (count * 2 > table.rows)
    return `Column ${entity} has a value of its own for nearly each row: there are no histories.`;
  return null;
}

/**
 * The histories of an entity that somebody declared, in order of the first date that varies within them, else as the
 * file lists them.
 *
 * @throws RangeError where the column can't be the entity
 */
export function declaredSequence(table: Table, entity: string): DeclaredSequence {
  const refusal = refuseEntity(table, entity);
  if (refusal !== null) throw new RangeError(refusal);
  const column = table.columns.find(({ name }) => name === entity)!;
  const shape = sequenceOf(table, column);
  if (shape !== null) return { table, shape, inFileOrder: false };
  const { of, count } = entityIndex(column);
  const time = fileOrder(table, of, count);
  const ordered = { rows: table.rows, columns: [...table.columns, time] };
  return { table: ordered, shape: shapeOf(ordered, column, time), inFileOrder: true };
}
