import { shuffle } from '../../random/shuffle.ts';
import { streamFor } from '../../random/stream.ts';
import { concatTables } from '../../table/concat-tables.ts';
import type { Table } from '../../table/table.ts';
import { takeRows } from '../../table/take-rows.ts';
import { BLOCK_ROWS, type Model } from '../model/model.ts';
import { joinBlocks } from './join-blocks.ts';
import { sampleBlock } from './sample-block.ts';
import type { Rebalance, SampleRequest } from './sample-request.ts';

const SHUFFLE_PURPOSE = 0x510001;

/**
 * Draws rows with the requested shares of a column's values, one value after another, and shuffles
 * them.
 *
 * @throws RangeError if the column is not a modeled category column, or the shares are invalid
 */
export function sampleRebalanced(
  model: Model,
  { column, shares }: Rebalance,
  { rows, seed, given: conditions = {}, signal }: Omit<SampleRequest, 'rebalance'>,
): Table {
  if (model.core.kind === 'sequence')
    throw new RangeError('Shares apply only to tables without sequences.');
  const place = model.columns.findIndex((plan) => plan.layout.name === column);
  const field = model.fields[model.columnFields[place]?.[0] ?? -1];
  if (field?.codec.kind !== 'category')
    throw new RangeError(`Column ${column} has no modeled categories to rebalance.`);
  const { codec } = field;
  const totalShare = Object.values(shares).reduce((sum, share) => sum + share, 0);
  if (totalShare > 1 + 1e-9 || Object.values(shares).some((share) => !(share >= 0)))
    throw new RangeError('Shares must not be negative, and their sum must not exceed 1.');
  const own = codec.values.map((_, i) => codec.rows[i] - (i > 0 ? codec.rows[i - 1] : 0));
  const others = codec.values.reduce((sum, v, i) => sum + (v in shares ? 0 : own[i]), 0);
  const parts: Table[] = [];
  let before = 0;
  let upTo = 0;
  codec.values.forEach((value, i) => {
    upTo += shares[value] ?? (others > 0 ? ((1 - totalShare) * own[i]) / others : 0);
    const rowCount = Math.min(rows, Math.round(upTo * rows)) - before;
    if (rowCount < 1) return;
    before += rowCount;
    for (let done = 0; done < rowCount; done += BLOCK_ROWS) {
      const block = parts.length;
      const size = Math.min(BLOCK_ROWS, rowCount - done);
      parts.push(
        sampleBlock(model, {
          block,
          rows: size,
          seed,
          given: { ...conditions, [column]: value },
          signal,
        }),
      );
    }
  });
  const unknown = Object.keys(shares).find((value) => !codec.values.includes(value));
  if (unknown !== undefined)
    throw new RangeError(`"${unknown}" is not among the modeled values of column ${column}.`);
  if (parts.length === 0) throw new RangeError('The shares leave no rows.');
  const table = concatTables(parts);
  const order = Uint32Array.from({ length: table.rows }, (_, row) => row);
  return joinBlocks(model, [takeRows(table, shuffle(order, streamFor(seed, 0, SHUFFLE_PURPOSE)))]);
}
