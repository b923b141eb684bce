import { shuffle } from '../../random/shuffle.ts';
import { streamFor } from '../../random/stream.ts';
import { concatTables } from '../../table/concat-tables.ts';
import type { Table } from '../../table/table.ts';
import { takeRows } from '../../table/take-rows.ts';
import { BLOCK_ROWS, type Model } from '../model/model.ts';
import { PURPOSES } from '../random-purposes.ts';
import { joinBlocks } from './join-blocks.ts';
import { sampleBlock } from './sample-block.ts';
import type { Rebalance, SampleRequest } from './sample-request.ts';
import { NO_SHARES, targetShares } from './target-shares.ts';

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
  if (model.core.kind === 'sequence') throw new RangeError(NO_SHARES);
  const { codec, target } = targetShares(model, { column, shares });
  const parts: Table[] = [];
  let before = 0;
  let upTo = 0;
  codec.values.forEach((value, i) => {
    upTo += target[i];
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
  if (parts.length === 0) throw new RangeError('The shares leave no rows.');
  const table = concatTables(parts);
  const order = Uint32Array.from({ length: table.rows }, (_, row) => row);
  return joinBlocks(model, [
    takeRows(table, shuffle(order, streamFor(seed, 0, PURPOSES.rebalancedOrder))),
  ]);
}
