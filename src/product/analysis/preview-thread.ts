import { analyze, DetectCancelled, type Threshold } from '../../engines/detect/index.ts';
import { cancelledError } from '../../platform/jobs/run-context.ts';
import { serveThread, type ThreadSignal } from '../../platform/jobs/thread.ts';
import type { ThresholdSetting } from '../../shared/contracts/analysis.ts';
import { readTable } from '../read-table.ts';

export type PreviewInput = {
  parquetPath: string;
  columns: string[];
  rows: number;
  seed: string;
  threshold: ThresholdSetting;
};

export type PreviewMessage =
  | { kind: 'progress'; stage: string; done: number; total: number }
  | { kind: 'end'; rows: number; threshold: Threshold };

async function* preview(input: PreviewInput, signal: ThreadSignal): AsyncGenerator<PreviewMessage> {
  const reading = readTable(input, signal, input.rows);
  let step = await reading.next();
  for (; !step.done; step = await reading.next()) {
    yield { kind: 'progress', stage: 'reading', ...step.value };
  }
  yield { kind: 'progress', stage: 'scoring', done: 0, total: step.value.rows };
  try {
    const { threshold, rows } = analyze(step.value, {
      seed: BigInt(input.seed),
      threshold: input.threshold,
      signal,
    });
    yield { kind: 'end', rows, threshold };
  } catch (error) {
    if (error instanceof DetectCancelled) throw cancelledError();
    throw error;
  }
}

serveThread<PreviewInput>(preview);
