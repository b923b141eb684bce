import type pg from 'pg';
import { engineVersion, testedFrom } from '../../../engines/detect/index.ts';
import { canonicalHash } from '../../../engines/provenance/canonical-hash.ts';
import type { RunContext, RunHandler } from '../../../platform/jobs/run-context.ts';
import { threadEnd } from '../../../platform/threads/thread-end.ts';
import type { Json } from '../../../shared/canonical-json.ts';
import { AppError } from '../../../shared/errors.ts';
import { type AnalysisParts, withAnalyzedFiles } from '../analyzed-files.ts';
import { completeDecisions, type DecidedRow, readDecidedRows } from './decided-rows.ts';
import { enterRanker, type TrainedSource } from './enter-ranker.ts';
import {
  newestRanker,
  type StoredVersion,
  storedVersion,
  trainedThrough,
} from './stored-rankers.ts';
import type { Cuts, Taught, TrainInput, TrainMessage } from './train-step.ts';

type TrainSubject = { seed: string; rankerId?: string };

/** Files of the newest decisions that a ranker is trained on. */
const MAX_SOURCES = 12;

type Training = {
  parts: AnalysisParts;
  context: RunContext;
  seed: string;
  decided: DecidedRow[];
};

const module = new URL('./train-thread.ts', import.meta.url);

const end = (context: RunContext, input: TrainInput) =>
  threadEnd<TrainMessage>(context, module, input);

/** Returns the files of the newest decisions, the newest last. */
function sourcesOf(decided: readonly DecidedRow[]): DecidedRow[] {
  const newest = new Map<string, DecidedRow>();
  for (const each of decided) {
    const known = newest.get(each.sourceId);
    if (known === undefined || each.decidedAt > known.decidedAt) newest.set(each.sourceId, each);
  }
  return [...newest.values()]
    .sort((a, b) => a.decidedAt - b.decidedAt || (a.sourceId < b.sourceId ? -1 : 1))
    .slice(-MAX_SOURCES);
}

const sourceOf = ({ sourceId, isDataset }: DecidedRow) =>
  isDataset ? { manifestId: sourceId } : { batchId: sourceId };

async function teachSource(
  { parts, context, seed, decided }: Training,
  source: DecidedRow,
  cuts: Cuts,
): Promise<{ taught: Taught; source: TrainedSource }> {
  return withAnalyzedFiles(parts, {
    context,
    source: sourceOf(source),
    threshold: null,
    decided,
    work: async ({ analyzed, files }) => {
      const { taught } = await end(context, { step: 'teach', seed, cuts, ...files });
      const { filename, sha256 } = analyzed;
      const { sourceId: id, isDataset } = source;
      return {
        taught: taught!,
        source: { id, isDataset, filename, sha256, decided: taught!.read },
      };
    },
  });
}

async function train(training: Training, newest: StoredVersion | null) {
  const { parts, context, seed, decided } = training;
  const found = sourcesOf(decided);
  const times = Float64Array.from(decided, ({ decidedAt }) => decidedAt);
  // Decisions are timed to a microsecond.
  const since = newest === null ? null : trainedThrough(newest) + 0.0005;
  const cuts = { tested: testedFrom(times), since };
  const lessons: Taught[] = [];
  const sources: TrainedSource[] = [];
  for (const each of found) {
    const { taught, source } = await teachSource(training, each, cuts);
    lessons.push(taught);
    sources.push(source);
  }
  const ranker = newest?.model.engineVersion === engineVersion ? newest.model.ranker : null;
  const { fitted } = await end(context, { step: 'fit', seed, lessons, cuts, newest: ranker });
  const { measures } = await withAnalyzedFiles(parts, {
    context,
    source: sourceOf(found.at(-1)!),
    threshold: null,
    decided,
    work: ({ files }) => end(context, { step: 'measure', seed, ranker: fitted!.ranker, ...files }),
  });
  return { sources, fitted: fitted!, measures: measures! };
}

const sha256Of = (model: unknown) => canonicalHash(model as Json);

async function reproduce(
  parts: AnalysisParts,
  context: RunContext,
  version: StoredVersion,
): Promise<Record<string, unknown>> {
  const { seed, decisions } = version;
  const decided = await parts.database.asTenant(context.run.tenant_id, (tx) =>
    completeDecisions(tx, decisions),
  );
  const { measures } = await train({ parts, context, seed, decided }, null);
  const sha256 = sha256Of(measures.stored);
  if (sha256 !== version.sha256)
    throw new AppError(
      'conflict',
      `Version ${version.version} differs from what its decisions give: SHA-256 ${sha256} instead of ${version.sha256}.`,
    );
  return { message: `Version ${version.version} was trained again: same SHA-256 ${sha256}.` };
}

/** Trains the next version of the tenant's ranker, or an existing one again to compare hashes. */
export function trainHandler(parts: AnalysisParts): RunHandler {
  return async (context) => {
    const { seed, rankerId } = context.run.subject as TrainSubject;
    const asTenant = <Result>(work: (tx: pg.PoolClient) => Promise<Result>) =>
      parts.database.asTenant(context.run.tenant_id, work);
    if (rankerId !== undefined) {
      const version = await asTenant((tx) => storedVersion(tx, rankerId));
      return reproduce(parts, context, version);
    }
    const decided = await asTenant(readDecidedRows);
    const newest = await asTenant(newestRanker);
    const trained = await train({ parts, context, seed, decided }, newest);
    const kept = new Set(trained.sources.map(({ id }) => id));
    const decisions = decided.filter(({ sourceId }) => kept.has(sourceId));
    return asTenant(async (tx) => {
      await context.fence(tx);
      const entered = await enterRanker(tx, context.run, {
        ...trained,
        ...{ seed, decisions, newest, sha256: sha256Of(trained.measures.stored) },
      });
      return context.complete(tx, entered);
    });
  };
}
