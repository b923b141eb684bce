import {
  type Analysis,
  analyze,
  type DescribedFeature,
  DetectCancelled,
  knownDecisions,
  rolesOf,
  type ThresholdOption,
} from '../../engines/detect/index.ts';
import { DAY } from '../../engines/table/datetime-form.ts';
import { formatCell } from '../../engines/table/format-table.ts';
import type { Table } from '../../engines/table/table.ts';
import { cancelledError } from '../../platform/jobs/run-context.ts';
import type { ThreadSignal } from '../../platform/threads/thread.ts';
import type { ThreadProgress } from '../../platform/threads/thread-end.ts';
import type { ThresholdSetting } from '../../shared/contracts/analysis.ts';
import { AppError } from '../../shared/errors.ts';
import { MAX_CASES } from '../../shared/limits.ts';
import { BOOK_FEATURES } from '../batches/books/write-features.ts';
import type { AnalyzedFiles } from './analyzed-files.ts';
import { type AnalysisFindings, findingsOf } from './findings.ts';
import type { RankerInUse } from './learning/ranker-in-use.ts';
import { readAnalyzed, type TableDecisions } from './read-analyzed.ts';

export type AnalysisInput = AnalyzedFiles & {
  seed: string;
  threshold: ThresholdSetting | null;
  windowDays: number | null;
  ranker: RankerInUse | null;
};

export type AnalysisMessage = ThreadProgress | { kind: 'end'; findings: AnalysisFindings };

export async function* analyzeFile(
  input: AnalysisInput,
  signal: ThreadSignal,
): AsyncGenerator<AnalysisMessage> {
  const read = yield* readAnalyzed(input, input.threshold, signal);
  const { table, threshold, decisions } = read;
  yield { kind: 'progress', stage: 'finding patterns', done: 0, total: table.rows };
  const { file } = input;
  const described = file.format === 'book' ? BOOK_FEATURES[file.preset].features : undefined;
  const analysis = analyzed(table, {
    ...input,
    threshold,
    decisions,
    signal,
    ...(described && { described }),
  });
  if (analysis.threshold.taken > MAX_CASES) {
    throw new AppError(
      'bad_request',
      `This threshold flags ${analysis.threshold.taken} rows; a batch can have at most ${MAX_CASES}. Choose a higher threshold.`,
    );
  }
  yield { kind: 'progress', stage: 'writing reasons', done: table.rows, total: table.rows };
  // The label of a book is its ground truth, which not every reviewer may read.
  const hidden = file.format === 'book' ? analysis.roles.label : undefined;
  const columns = table.columns.filter(({ name }) => name !== hidden);
  const cell = columns.map((column) => (row: number) => formatCell(column, row));
  const names = columns.map(({ name }) => name);
  yield {
    kind: 'end',
    findings: findingsOf(analysis, { ...read, names, cell, ranker: input.ranker }),
  };
}

type EngineInput = Pick<AnalysisInput, 'seed' | 'windowDays' | 'roles' | 'ranker'> & {
  described?: Readonly<Record<string, DescribedFeature>>;
  threshold: ThresholdOption | null;
  decisions: TableDecisions;
  signal: ThreadSignal;
};

function analyzed(
  table: Table,
  { seed, threshold, windowDays, roles, ranker, decisions, ...rest }: EngineInput,
): Analysis {
  const stored = ranker !== null && 'stored' in ranker ? ranker.stored : null;
  const { confirmed, ...decided } = decisions;
  const { described, signal } = rest;
  try {
    return analyze(table, {
      seed: BigInt(seed),
      roles,
      signal,
      ...(threshold !== null && { threshold }),
      ...(windowDays !== null && { patterns: { window: windowDays * DAY } }),
      confirmed,
      ...(stored !== null && {
        ranker: stored,
        decisions: knownDecisions(table, rolesOf(table, { roles }).time, decided),
      }),
      ...(described && { described }),
    });
  } catch (error) {
    if (error instanceof DetectCancelled) throw cancelledError();
    throw error;
  }
}
