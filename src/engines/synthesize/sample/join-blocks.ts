import { concatTables } from '../../table/concat-tables.ts';
import type { Table } from '../../table/table.ts';
import { takeRows } from '../../table/take-rows.ts';
import { splitSides } from '../columns/amount-sides.ts';
import { BLOCK_ROWS, type Model } from '../model/model.ts';
import { listHistories } from '../sequence/listed-order.ts';
import { BLOCK_ENTITIES } from '../sequence/sample-sequence.ts';
import { addUpBalance } from './add-up-balance.ts';
import type { Given } from './given-values.ts';

/** Blocks in a row without a row. */
const MAX_EMPTY = 8;

/**
 * Counts a sample's blocks as they come in order.
 *
 * @returns a function that answers what of the next block belongs to the sample, and how many rows are still to come
 *   then; it throws RangeError where block after block has no rows
 */
export function takeBlocks(rows: number, given?: Given): (block: Table) => TakenBlock {
  let left = rows;
  let empty = 0;
  return (block) => {
    empty = block.rows > 0 ? 0 : empty + 1;
    if (empty > MAX_EMPTY)
      throw new RangeError(
        given === undefined || Object.keys(given).length === 0
          ? 'the model makes no rows'
          : 'no row with the given values could be drawn',
      );
    const own = Math.min(left, block.rows);
    left -= own;
    const whole = own === block.rows;
    const table = whole
      ? block
      : takeRows(
          block,
          Uint32Array.from({ length: own }, (_, i) => i),
        );
    return { table, left };
  };
}
type TakenBlock = { table: Table; left: number };

/** Whether a model's rows are done only when all of them are there: in order of time, or with a running balance. */
export const isOrderedWhole = ({ core, statement }: Model): boolean =>
  statement !== undefined || (core.kind === 'sequence' && core.sortedByTime);

/** A sample's blocks as one table, in the file's order. */
export function joinBlocks({ core, statement, sides }: Model, blocks: readonly Table[]): Table {
  const table = concatTables(blocks);
  if (statement !== undefined) return splitSides(addUpBalance(table, statement), sides);
  return core.kind === 'sequence' && core.sortedByTime ? listHistories(table, core).table : table;
}

/** How many blocks so many rows take; of histories an estimate. */
export function blocksFor({ core, rows: learnedFrom }: Model, rows: number): number {
  const rowsOfBlock =
    core.kind === 'sequence'
      ? (BLOCK_ENTITIES * learnedFrom) / Math.max(1, core.entities)
      : BLOCK_ROWS;
  return Math.ceil(rows / rowsOfBlock);
}
