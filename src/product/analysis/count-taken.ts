import { analyze, DetectCancelled, type Threshold } from '../../engines/detect/index.ts';
import { cancelledError } from '../../platform/jobs/run-context.ts';
import type { ThreadSignal } from '../../platform/threads/thread.ts';
import type { ThreadProgress } from '../../platform/threads/thread-end.ts';
import type { ThresholdSetting } from '../../shared/contracts/analysis.ts';
import type { AnalyzedFiles } from './analyzed-files.ts';
import { readAnalyzed } from './read-analyzed.ts';

export type PreviewInput = AnalyzedFiles & {
  seed: string;
  threshold: ThresholdSetting;
};

export type PreviewMessage =
  | ThreadProgress
  | {
      kind: 'end';
      rows: number;
      sampledFrom: number | null;
      sampledBy: string | null;
      threshold: Threshold;
    };

export async function* countTaken(
  input: PreviewInput,
  signal: ThreadSignal,
): AsyncGenerator<PreviewMessage> {
  const {
    table,
    threshold: choice,
    decisions,
    rowsOfFile,
    sampledBy,
  } = yield* readAnalyzed(input, input.threshold, signal);
  yield { kind: 'progress', stage: 'scoring', done: 0, total: table.rows };
  try {
    const { threshold, rows } = analyze(table, {
      seed: BigInt(input.seed),
      threshold: choice!,
      roles: input.roles,
      confirmed: decisions.confirmed,
      signal,
    });
    const sampledFrom = rowsOfFile > rows ? rowsOfFile : null;
    yield { kind: 'end', rows, sampledFrom, sampledBy, threshold };
  } catch (error) {
    if (error instanceof DetectCancelled) throw cancelledError();
    throw error;
  }
}
