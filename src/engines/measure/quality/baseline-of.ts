import { shuffle } from '../../random/shuffle.ts';
import { streamFor } from '../../random/stream.ts';
import { spreadRows } from '../../table/spread-rows.ts';
import type { Table } from '../../table/table.ts';
import { takeRows } from '../../table/take-rows.ts';

const BASELINE_PURPOSE = 0x42415345;

const range = (length: number) => Uint32Array.from({ length }, (_, row) => row);

/**
 * The holdout at a batch's own size, drawn by entity as a batch is: what a smaller sample loses by its size alone is
 * then lost on both sides.
 *
 * @param rows of the batch
 * @param entity the column of customers or accounts, where there is one
 * @returns the holdout itself where it has no more rows
 */
export function baselineOf(
  holdout: Table,
  rows: number,
  { seed, entity }: { seed: bigint; entity?: string },
): Table {
  if (holdout.rows <= rows) return holdout;
  const stream = streamFor(seed, 0, BASELINE_PURPOSE);
  const order = shuffle(range(holdout.rows), stream);
  const column = holdout.columns.find(({ name }) => name === entity);
  if (column === undefined) return takeRows(holdout, order.slice(0, rows));
  const keys = column.kind === 'category' ? column.codes : column.values;
  // Entities in the order of a row drawn of each; within them rows stay in the file's.
  const places = new Map<number, number>();
  for (const row of order) if (!places.has(keys[row])) places.set(keys[row], places.size);
  const byEntity = range(holdout.rows).sort(
    (a, b) => places.get(keys[a])! - places.get(keys[b])! || a - b,
  );
  const taken = spreadRows(
    Array.from(byEntity, (row) => keys[row]),
    rows,
    stream,
  );
  return takeRows(
    holdout,
    taken.map((place) => byEntity[place]),
  );
}
