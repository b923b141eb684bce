import {
  BLOCK_ROWS,
  type Given,
  isOrderedWhole,
  type Model,
  sampleBlock,
} from '../../engines/synthesize/index.ts';
import type { Table } from '../../engines/table/table.ts';
import { serveThread, type ThreadSignal } from '../../platform/threads/thread.ts';
import { csvBytes } from './csv-parts.ts';

export type DrawInput = {
  model: Model;
  rows: number;
  seed: bigint;
  given: Given;
  /** The blocks to draw: from the first one on, every so many. */
  first: number;
  every: number;
};

/** Of a table the bytes of a block; of histories and statements its rows, which are joined once all are there. */
export type DrawnBlock =
  | { kind: 'bytes'; bytes: Uint8Array; rows: number }
  | { kind: 'table'; table: Table };

/** Blocks that lie finished with the command while the next is drawn, of each thread. */
const AHEAD = 1;

export function* drawBlocks(input: DrawInput, signal: ThreadSignal): Generator<DrawnBlock> {
  const { model, rows, seed, given, first, every } = input;
  for (let block = first; ; block += every) {
    if (model.core.kind === 'sequence') {
      yield { kind: 'table', table: sampleBlock(model, { block, rows, seed, given, signal }) };
      continue;
    }
    const left = rows - block * BLOCK_ROWS;
    if (left <= 0) return;
    const table = sampleBlock(model, {
      block,
      rows: Math.min(BLOCK_ROWS, left),
      seed,
      given,
      signal,
    });
    if (isOrderedWhole(model)) yield { kind: 'table', table };
    else yield { kind: 'bytes', bytes: csvBytes(table, model.dialect), rows: table.rows };
  }
}

serveThread<DrawInput>(drawBlocks, { ahead: AHEAD });
