import { shuffle } from '../../random/shuffle.ts';
import { streamFor } from '../../random/stream.ts';
import { spreadRows } from '../../table/spread-rows.ts';
import type { Table } from '../../table/table.ts';
import { takeRows } from '../../table/take-rows.ts';

const BASELINE_PURPOSE = 0x42415345;

const range = (length: number) => Uint32Array.from({ length }, (_, row) => row);

/**
 * Samples the holdout at a batch's size, by entity as in a batch, so that both sides have the same
 * loss from sample size.
 *
 * @param rows of the batch
 * @param entity customer or account column, if there is one
 * @returns the holdout itself if it has no more rows
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
  // Entities in the order of one sampled row each; their rows keep the file's order.
  const places = new Map<number, number>();
  for (const row of order) if (!places.has(keys[row])) places.set(keys[row], places.size);
  const byEntity = range(holdout.rows).sort(
    (a, b) => places.get(keys[a])! - places.get(keys[b])! || a - b,
  );
  const baselineRows = spreadRows(
    Array.from(byEntity, (row) => keys[row]),
    rows,
    stream,
  );
  return takeRows(
    holdout,
    baselineRows.map((place) => byEntity[place]),
  );
}
