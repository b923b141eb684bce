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
import type { Table } from '../../engines/table/table.ts';
import { cancelledError } from '../../platform/jobs/run-context.ts';
import { serveThread, type ThreadSignal } from '../../platform/jobs/thread.ts';
import { AppError } from '../../shared/errors.ts';
import { readTable } from './read-table.ts';
import { splitHoldout } from './split-holdout.ts';

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

export async function* synthesize(
  input: SynthesisInput,
  signal: ThreadSignal,
): AsyncGenerator<SynthesisMessage> {
  const reading = readTable(input, signal);
  let step = await reading.next();
  for (; !step.done; step = await reading.next()) {
    yield { kind: 'progress', stage: 'reading', ...step.value };
  }
  const { train: table } = splitHoldout(step.value);
  yield { kind: 'progress', stage: 'learning', done: 0, total: 1 };
  const model = fitOrRefuse(table, input, signal);
  const seed = BigInt(input.seed);
  // A block of histories has as many rows as its customers have, so blocks are asked for until it is enough.
  for (let block = 0, done = 0; done < input.count; block++) {
    if (signal.aborted) throw cancelledError();
    const made = sampleBlock(model, block, Math.min(BLOCK_ROWS, input.count - done), seed);
    if (made.rows === 0) throw new AppError('internal', 'The model makes no rows.');
    const rows = Math.min(made.rows, input.count - done);
    const { names, textColumns } = formatTable(made);
    done += rows;
    yield { kind: 'rows', names, columns: textColumns, rows, done };
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
