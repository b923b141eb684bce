import type { Table } from '../../table/table.ts';
import { BLOCK_ROWS, type Model } from '../model/model.ts';
import { joinBlocks, takeBlocks } from './join-blocks.ts';
import { sampleBlock } from './sample-block.ts';
import { sampleRebalanced } from './sample-rebalanced.ts';
import type { SampleRequest } from './sample-request.ts';

/**
 * Draws rows from a model.
 *
 * @param request how many rows, and the 64-bit seed: the same model, rows and seed give the same table
 */
export function sample(model: Model, request: SampleRequest): Table {
  const { rows, seed } = request;
  if (!Number.isSafeInteger(rows) || rows < 1) throw new RangeError('rows must be 1 or more');
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
    const taken = take(block);
    blocks.push(taken.table);
    left = taken.left;
  }
  return joinBlocks(model, blocks);
}
