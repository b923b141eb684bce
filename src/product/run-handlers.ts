import type { Database } from '../platform/database/database.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import type { RunHandler, RunHelper } from '../platform/jobs/run-context.ts';

export type WorkerParts = {
  database: Database;
  files: FileStore;
  workFolder: string;
  maxAnalyzedRows?: number;
};

type MakeHandler = (parts: WorkerParts) => RunHandler;

const synthesizeHandler = async () =>
  (await import('./generation/from-upload/synthesize-job.ts')).synthesizeHandler;

/** Handlers by run kind, imported with the first run: engines are half of a worker's code. */
const HANDLERS: Record<string, () => Promise<MakeHandler>> = {
  analyze: async () => (await import('./analysis/analyze-job.ts')).analyzeHandler,
  preview: async () => (await import('./analysis/preview-job.ts')).previewHandler,
  'train-ranker': async () => (await import('./analysis/learning/train-job.ts')).trainHandler,
  blend: async () => (await import('./generation/blend/blend-job.ts')).blendHandler,
  simulate: async () => (await import('./generation/from-scratch/simulate-job.ts')).simulateHandler,
  'simulate-book': async () =>
    (await import('./generation/from-scratch/simulate-book-job.ts')).simulateBookHandler,
  'simulate-shards': async () =>
    (await import('./generation/shards/simulate-shards-job.ts')).simulateShardsHandler,
  'demo-files': async () => (await import('./generation/demo/demo-files-job.ts')).demoFilesHandler,
  calibrate: async () => (await import('./generation/calibrate/calibrate-job.ts')).calibrateHandler,
  measure: async () => (await import('./reports/measure-job.ts')).measureHandler,
  profile: async () => (await import('./ingestion/profile-job.ts')).profileHandler,
  synthesize: synthesizeHandler,
  'synthesize-tables': synthesizeHandler,
};

export const runHandlers = (parts: WorkerParts): Record<string, RunHandler> =>
  Object.fromEntries(
    Object.entries(HANDLERS).map(([kind, load]): [string, RunHandler] => [
      kind,
      async (context) => (await load())(parts)(context),
    ]),
  );

export const runHelpers = (parts: WorkerParts): Record<string, RunHelper> => ({
  'simulate-shards': async (run, signal) => {
    const { shardHelper } = await import('./generation/shards/simulate-shards-job.ts');
    return shardHelper(parts)(run, signal);
  },
});
