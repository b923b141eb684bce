import type { Table } from '../../table/table.ts';
import { BLOCK_ROWS, type Model } from '../model/model.ts';
import { joinBlocks, takeBlocks } from './join-blocks.ts';
import { sampleBlock } from './sample-block.ts';
import { sampleRebalanced } from './sample-rebalanced.ts';
import type { SampleRequest } from './sample-request.ts';

/**
 * Draws rows from a model.
 *
 * @param request number of rows and 64-bit seed: the same model, rows and seed give the same table
 */
export function sample(model: Model, request: SampleRequest): Table {
  const { rows, seed } = request;
  if (!Number.isSafeInteger(rows) || rows < 1)
    throw new RangeError('The number of rows must be at least 1.');
  if (request.rebalance !== undefined) return sampleRebalanced(model, request.rebalance, request);
  const take = takeBlocks(rows, request.given);
  const blocks: Table[] = [];
  for (let left = rows; left > 0; ) {
    const most = model.core.kind === 'sequence' ? left : Math.min(BLOCK_ROWS, left);
    const block = sampleBlock(model, {
      block: blocks.length,
      rows: most,
      seed,
      given: request.given,
      signal: request.signal,
    });
    const result = take(block);
    blocks.push(result.table);
    left = result.left;
  }
  return joinBlocks(model, blocks);
}
