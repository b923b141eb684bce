import {
  BLOCK_ROWS,
  engineVersion,
  FitCancelled,
  FitRefused,
  fit,
  modelHash,
  type SynthesisMode,
  sampleBlock,
} from '../../engines/synthesize/index.ts';
import { formatTable } from '../../engines/table/format-table.ts';
import { parseColumns } from '../../engines/table/parse-columns.ts';
import type { Table } from '../../engines/table/table.ts';
import { cancelledError } from '../../platform/jobs/run-context.ts';
import { serveThread, type ThreadSignal } from '../../platform/jobs/thread.ts';
import { readTextColumns } from '../../platform/tabular/read-text-columns.ts';
import { AppError } from '../../shared/errors.ts';

export type SynthesisInput = {
  parquetPath: string;
  columns: string[];
  rows: number;
  count: number;
  seed: string;
  mode: SynthesisMode;
};

export type SynthesisMessage =
  | { kind: 'progress'; stage: string; done: number; total: number }
  | { kind: 'rows'; names: string[]; columns: (string | null)[][]; rows: number; done: number }
  | { kind: 'end'; engineVersion: string; modelHash: string; learnedFrom: number };

const REPORT_EVERY = 50_000;
/** More rows than these teach the model nothing that shows; an even share of the file stands for it. */
const MOST_LEARNED_ROWS = 250_000;

export async function* synthesize(
  input: SynthesisInput,
  signal: ThreadSignal,
): AsyncGenerator<SynthesisMessage> {
  yield { kind: 'progress', stage: 'reading', done: 0, total: input.rows };
  const texts: (string | null)[][] = input.columns.map(() => []);
  const share = Math.min(1, MOST_LEARNED_ROWS / input.rows);
  let read = 0;
  for await (const chunk of readTextColumns(input.parquetPath, input.columns)) {
    if (signal.aborted) throw cancelledError();
    for (let row = 0; row < chunk.rows; row++) {
      const taken = Math.floor((read + row + 1) * share) > Math.floor((read + row) * share);
      if (!taken) continue;
      for (const [i, values] of chunk.columns.entries()) texts[i]!.push(values[row] || null);
    }
    const before = Math.floor(read / REPORT_EVERY);
    read += chunk.rows;
    if (Math.floor(read / REPORT_EVERY) > before) {
      yield { kind: 'progress', stage: 'reading', done: read, total: input.rows };
    }
  }
  const table = parseColumns(input.columns, texts);
  yield { kind: 'progress', stage: 'learning', done: 0, total: 1 };
  const model = fitOrRefuse(table, input, signal);
  const seed = BigInt(input.seed);
  for (let block = 0; block * BLOCK_ROWS < input.count; block++) {
    if (signal.aborted) throw cancelledError();
    const rows = Math.min(BLOCK_ROWS, input.count - block * BLOCK_ROWS);
    const { names, textColumns } = formatTable(sampleBlock(model, block, rows, seed));
    yield { kind: 'rows', names, columns: textColumns, rows, done: block * BLOCK_ROWS + rows };
  }
  yield { kind: 'end', engineVersion, modelHash: modelHash(model), learnedFrom: table.rows };
}

function fitOrRefuse(table: Table, input: SynthesisInput, signal: ThreadSignal) {
  try {
    return fit(table, { mode: input.mode, seed: BigInt(input.seed), signal });
  } catch (error) {
    if (error instanceof FitCancelled) throw cancelledError();
    if (error instanceof FitRefused) throw new AppError('bad_request', error.message);
    throw error;
  }
}

serveThread<SynthesisInput>(synthesize);
