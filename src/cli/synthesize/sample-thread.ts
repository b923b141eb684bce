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
  /** First block to sample; `every` is the step to the next. */
  first: number;
  every: number;
};

/** Bytes of a table's block; rows for sequences and statements, which are joined at the end. */
export type DrawnBlock =
  | { kind: 'bytes'; bytes: Uint8Array; rows: number }
  | { kind: 'table'; table: Table };

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
