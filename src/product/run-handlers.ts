import type { Database } from '../platform/database/database.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import type { RunHandler, RunHelper } from '../platform/jobs/run-context.ts';
import { analyzeHandler } from './analysis/analyze-job.ts';
import { previewHandler } from './analysis/preview-job.ts';
import { blendHandler } from './generation/blend/blend-job.ts';
import { demoFilesHandler } from './generation/demo/demo-files-job.ts';
import { simulateHandler } from './generation/from-scratch/simulate-job.ts';
import { synthesizeTablesHandler } from './generation/from-tables/synthesize-tables-job.ts';
import { synthesizeHandler } from './generation/from-upload/synthesize-job.ts';
import { shardHelper, simulateShardsHandler } from './generation/shards/simulate-shards-job.ts';
import { profileHandler } from './ingestion/profile-job.ts';
import { measureHandler } from './reports/measure-job.ts';

export type WorkerParts = {
  database: Database;
  files: FileStore;
  workFolder: string;
  maxAnalyzedRows?: number;
};

/** What a worker knows how to do, by the run's kind. */
export function runHandlers(parts: WorkerParts): Record<string, RunHandler> {
  return {
    analyze: analyzeHandler(parts),
    preview: previewHandler(parts),
    blend: blendHandler(parts),
    simulate: simulateHandler(parts),
    'simulate-shards': simulateShardsHandler(parts),
    'demo-files': demoFilesHandler(parts),
    measure: measureHandler(parts),
    profile: profileHandler(parts),
    synthesize: synthesizeHandler(parts),
    'synthesize-tables': synthesizeTablesHandler(parts),
  };
}

/** What a worker can help others' runs with, by their kind. */
export const runHelpers = (parts: WorkerParts): Record<string, RunHelper> => ({
  'simulate-shards': shardHelper(parts),
});
