import {
  blocksFor,
  isOrderedWhole,
  joinBlocks,
  type Model,
  takeBlocks,
} from '../../engines/synthesize/index.ts';
import type { Table } from '../../engines/table/table.ts';
import { runThread } from '../../platform/threads/thread.ts';
import { threadsInTurn } from '../../platform/threads/threads-in-turn.ts';
import { yieldToEventLoop } from '../terminal/interruptible.ts';
import { type CsvPart, csvParts } from './csv-parts.ts';
import { type DrawInput, type DrawnBlock, drawBlocks } from './sample-thread.ts';

export type DrawRequest = Pick<DrawInput, 'rows' | 'seed' | 'given'>;

const module = new URL('./sample-thread.ts', import.meta.url);

/** Yields the blocks in order; any number of threads gives the same rows. */
async function* blocksOf(
  model: Model,
  { request, threads, signal }: { request: DrawRequest; threads: number; signal: AbortSignal },
): AsyncGenerator<DrawnBlock> {
  const count = Math.min(threads, blocksFor(model, request.rows));
  if (count > 1) {
    const start = (first: number, either: AbortSignal) =>
      runThread<DrawnBlock>(module, { model, ...request, first, every: count }, either);
    yield* threadsInTurn(count, start, signal);
    return;
  }
  for (const block of drawBlocks({ model, ...request, first: 0, every: 1 }, signal)) {
    await yieldToEventLoop();
    signal.throwIfAborted();
    yield block;
  }
}

/**
 * Yields sampled rows as CSV parts in the model's dialect, in order, a few blocks ahead per thread.
 * Sequences ordered by time, and statements with a running balance, follow after the last row.
 */
export async function* drawRows(
  model: Model,
  { request, threads, signal }: { request: DrawRequest; threads: number; signal: AbortSignal },
): AsyncGenerator<CsvPart> {
  const take = takeBlocks(request.rows, request.given);
  const kept: Table[] = [];
  for await (const block of blocksOf(model, { request, threads, signal })) {
    if (block.kind === 'bytes') {
      yield block;
      continue;
    }
    const { table, left } = take(block.table);
    if (isOrderedWhole(model)) kept.push(table);
    else yield* csvParts(table, model.dialect);
    if (left === 0) break;
  }
  if (kept.length > 0) yield* csvParts(joinBlocks(model, kept), model.dialect);
}
