import { concatTables } from '../../table/concat-tables.ts';
import type { Table } from '../../table/table.ts';
import { takeRows } from '../../table/take-rows.ts';
import { splitSides } from '../columns/amount-sides.ts';
import { withKeysInOrder } from '../columns/key-order.ts';
import { BLOCK_ROWS, type Model } from '../model/model.ts';
import { listHistories } from '../sequence/listed-order.ts';
import { BLOCK_ENTITIES } from '../sequence/sample-sequence.ts';
import { addUpBalance } from './add-up-balance.ts';
import type { Given } from './given-values.ts';

const MAX_EMPTY = 8;

/**
 * Counts a sample's blocks as they come in order.
 *
 * @returns a function that returns the part of the next block that belongs to the sample, and the
 * number of rows still missing; it throws RangeError after too many blocks without rows
 */
export function takeBlocks(rows: number, conditions?: Given): (block: Table) => TakenBlock {
  let left = rows;
  let empty = 0;
  return (block) => {
    empty = block.rows > 0 ? 0 : empty + 1;
    if (empty > MAX_EMPTY)
      throw new RangeError(
        conditions === undefined || Object.keys(conditions).length === 0
          ? 'The model generates no rows.'
          : 'No row could be drawn for these conditions.',
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

/** Returns true if output needs all rows: it is in order of time, or has a running balance. */
export const isOrderedWhole = ({ core, statement }: Model): boolean =>
  statement !== undefined || (core.kind === 'sequence' && core.sortedByTime);

export function joinBlocks(
  { core, columns, statement, sides }: Model,
  blocks: readonly Table[],
): Table {
  const table = concatTables(blocks);
  if (statement !== undefined) return splitSides(addUpBalance(table, statement), sides);
  return core.kind === 'sequence' && core.sortedByTime
    ? withKeysInOrder(listHistories(table, core).table, columns)
    : table;
}

/** Returns the number of blocks for a number of rows; an estimate for sequences. */
export function blocksFor({ core, rows: learnedFrom }: Model, rows: number): number {
  const rowsOfBlock =
    core.kind === 'sequence'
      ? (BLOCK_ENTITIES * learnedFrom) / Math.max(1, core.entities)
      : BLOCK_ROWS;
  return Math.ceil(rows / rowsOfBlock);
}
