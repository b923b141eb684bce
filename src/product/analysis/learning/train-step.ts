import {
  analyze,
  DetectCancelled,
  engineVersion,
  evaluateRanker,
  knownDecisions,
  type Lesson,
  type Ranker,
  type RankerEvaluation,
  rolesOf,
  type Segment,
  type StoredRanker,
  spreadOver,
  teach,
  trainRanker,
} from '../../../engines/detect/index.ts';
import { scoreTable } from '../../../engines/detect/score-table.ts';
import { cancelledError } from '../../../platform/jobs/run-context.ts';
import type { ThreadSignal } from '../../../platform/threads/thread.ts';
import type { ThreadProgress } from '../../../platform/threads/thread-end.ts';
import { BOOK_FEATURES } from '../../batches/books/write-features.ts';
import type { AnalyzedFiles } from '../analyzed-files.ts';
import { readAnalyzed } from '../read-analyzed.ts';

/** Times between which lessons differ: the end, the tested part, the newest version's training. */
export type Cuts = { tested: number; since: number | null };

export type TrainInput = { seed: string } & (
  | ({ step: 'teach'; cuts: Cuts } & AnalyzedFiles)
  | { step: 'fit'; lessons: Taught[]; cuts: Cuts; newest: Ranker | null }
  | ({ step: 'measure'; ranker: Ranker } & AnalyzedFiles)
);

/** Lessons of one file at each cut. */
export type Taught = { all: Lesson; tested: Lesson; since: Lesson | null; read: number };
export type Fitted = {
  ranker: Ranker;
  /** Of a ranker trained before the cut, on the decisions after it. */
  evaluation: RankerEvaluation | null;
  /** Of the newest version, on the decisions after its training. */
  newest: RankerEvaluation | null;
};
export type RankerMeasures = { stored: StoredRanker; segments: Segment[] };

export type TrainMessage =
  | ThreadProgress
  | { kind: 'end'; taught?: Taught; fitted?: Fitted; measures?: RankerMeasures };

export async function* trainStep(
  input: TrainInput,
  signal: ThreadSignal,
): AsyncGenerator<TrainMessage> {
  try {
    if (input.step === 'teach') yield* teachFile(input, signal);
    else if (input.step === 'fit') yield { kind: 'end', fitted: fit(input) };
    else yield* measure(input, signal);
  } catch (error) {
    if (error instanceof DetectCancelled) throw cancelledError();
    throw error;
  }
}

type Of<Step> = Extract<TrainInput, { step: Step }>;

async function* readFile(input: Of<'teach'> | Of<'measure'>, signal: ThreadSignal) {
  const { table, decisions } = yield* readAnalyzed(input, null, signal);
  const { file, roles, seed } = input;
  const described = file.format === 'book' ? BOOK_FEATURES[file.preset].features : undefined;
  const options = { seed: BigInt(seed), roles, signal, ...(described && { described }) };
  return { table, decisions, options };
}

async function* teachFile(input: Of<'teach'>, signal: ThreadSignal): AsyncGenerator<TrainMessage> {
  const { table, decisions, options } = yield* readFile(input, signal);
  yield { kind: 'progress', stage: 'reading decisions', done: 0, total: table.rows };
  const { tested, since } = input.cuts;
  const times = [Number.POSITIVE_INFINITY, tested, ...(since === null ? [] : [since])];
  const [all, early, later = null] = teach(table, options, { ...decisions, times });
  const read = decisions.own.size;
  yield { kind: 'end', taught: { all: all!, tested: early!, since: later, read } };
}

/** Returns the result of a training, or null if one of its sides has too few decisions. */
function unlessTooFew<Result>(run: () => Result): Result | null {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function fit({ seed: text, lessons, cuts, newest }: Of<'fit'>): Fitted {
  const seed = BigInt(text);
  const tests = lessons.map(({ tested }) => tested);
  const since = lessons.flatMap((lesson) => lesson.since ?? []);
  return {
    ranker: trainRanker(
      lessons.map(({ all }) => all),
      { seed },
    ),
    evaluation: unlessTooFew(() =>
      evaluateRanker(trainRanker(tests, { seed, before: cuts.tested }), tests, cuts.tested),
    ),
    newest:
      newest === null || cuts.since === null
        ? null
        : unlessTooFew(() => evaluateRanker(newest, since, cuts.since!)),
  };
}

async function* measure(input: Of<'measure'>, signal: ThreadSignal): AsyncGenerator<TrainMessage> {
  const { table, decisions: decided, options } = yield* readFile(input, signal);
  const { ranker } = input;
  const decisions = knownDecisions(table, rolesOf(table, options).time, decided);
  yield { kind: 'progress', stage: 'ranking rows', done: 0, total: table.rows };
  const spread = spreadOver(scoreTable(table, { ...options, decisions }), ranker, decisions);
  const stored = { engineVersion, ranker, spread };
  const { ranked } = analyze(table, { ...options, decisions, ranker: stored });
  if (ranked === undefined || 'missing' in ranked) throw new Error('the ranker was not used');
  yield { kind: 'end', measures: { stored, segments: ranked.segments } };
}
