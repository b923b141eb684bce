import { DAY, datetimeForm } from './datetime-form.ts';
import { entityIndex, type SequenceShape, sequenceOf, shapeOf } from './sequence-shape.ts';
import type { DatetimeColumn, Table } from './table.ts';

export type DeclaredSequence = {
  /** Table with an added day column that represents file order if no column orders the rows. */
  table: Table;
  shape: SequenceShape;
  inFileOrder: boolean;
};

/** Minimum entities; fewer sequences are too few to model. */
const MIN_DECLARED_ENTITIES = 9;
const EPOCH = Date.UTC(2000, 0, 1);

/** Builds a day column that increases by one day with each row of an entity. */
function fileOrder(table: Table, of: Int32Array, count: number): DatetimeColumn {
  const seen = new Int32Array(count);
  const values = Float64Array.from(of, (entity) => EPOCH + DAY * seen[entity]++);
  let name = 'order in the file';
  while (table.columns.some((column) => column.name === name)) name += ' ';
  return { kind: 'datetime', name, values, form: datetimeForm('YYYY-MM-DD') };
}

/** Removes the added day column. */
export const withoutFileOrder = ({ rows, columns }: Table): Table => ({
  rows,
  columns: columns.slice(0, -1),
});

/** Returns the reason why a column can't be the entity of sequences; null if it can. */
export function refuseEntity(
  table: Table,
  entity: string,
  minEntities = MIN_DECLARED_ENTITIES,
): string | null {
  const column = table.columns.find(({ name }) => name === entity);
  if (column === undefined) return `No such column: ${entity}.`;
  const { of, count } = entityIndex(column);
  if (of.includes(-1)) return `Column ${entity} has missing values. Every row needs an entity.`;
  if (count < minEntities)
    return `Column ${entity} has ${count} distinct values; sequences need at least ${minEntities}.`;
  if (count * 2 > table.rows)
    return `Column ${entity} has a different value in nearly every row, so there are no sequences.`;
  return null;
}

/**
 * Builds the sequences of a declared entity, ordered by the first date that varies within them,
 * else by file order.
 *
 * @throws RangeError if the column can't be the entity
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
