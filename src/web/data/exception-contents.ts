import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';
import type { Evaluation, ExceptionCase } from './rows.ts';

export type Pattern = {
  kind: string;
  accounts: string[];
  rows: number[];
  edges: [number, number][];
};

/** How a batch came about, as the analysis wrote it down. */
export type AnalysisRecord = {
  /** The columns of the rows, in their order; absent in records of before. */
  columns?: string[];
  rows: number;
  /** Rows of the file, where only a sample of them was scored. */
  sampledFrom?: number | null;
  /** The column of the accounts of which a sample holds all rows; none where it is an even one of rows. */
  sampledBy?: string | null;
  seed: string;
  engine: { name: string; version: string };
  source: { filename: string; sha256: string };
  threshold: { method: string; value: number; taken: number; thresholdUsed: number };
  detectors: { name: string; weight: number; auc?: number }[];
  agreement: number;
  evaluation: Evaluation | null;
  patterns: Pattern[];
  historyColumns: string[];
  dataQuality: { missingAmounts: number; missingTimes: number; duplicateIds: number };
};

export type BatchContents = { exceptions: ExceptionCase[]; analysis: AnalysisRecord | null };

type Row = {
  exceptions: ExceptionCase[];
  ingestion_manifests: { schema: Record<string, string> } | null;
  pattern_analysis_results: { parameters: Partial<AnalysisRecord> } | null;
};

/** A case with its values in the order of the file's columns, as far as the dataset is still there. */
export function inOrder(exception: ExceptionCase, columns: readonly string[]): ExceptionCase {
  if (exception.values === undefined) return exception;
  const known = columns.filter((name) => Object.hasOwn(exception.values!, name));
  const names = [...new Set([...known, ...Object.keys(exception.values)])];
  return {
    ...exception,
    values: Object.fromEntries(names.map((name) => [name, exception.values![name]!])),
  };
}

const DETECTORS: Record<string, string> = {
  ecod: 'ECOD',
  copod: 'COPOD',
  hbos: 'HBOS',
  'isolation-forest': 'Isolation Forest',
  neighbors: 'Nearest Neighbours',
};

export const detectorName = (name: string): string => DETECTORS[name] ?? name;

/** The cases of a batch, and the analysis that took them. */
export const contentsQuery = (batchId: string) =>
  queryOptions({
    queryKey: ['exceptions', 'contents', batchId],
    queryFn: async (): Promise<BatchContents> => {
      const client = await openClient();
      const row = unwrap(
        await client
          .from('exception_batches')
          .select('exceptions,ingestion_manifests(schema),pattern_analysis_results(parameters)')
          .eq('id', batchId)
          .single<Row>(),
      );
      const parameters = row?.pattern_analysis_results?.parameters;
      const columns = parameters?.columns ?? Object.keys(row?.ingestion_manifests?.schema ?? {});
      return {
        exceptions: (row?.exceptions ?? []).map((exception) => inOrder(exception, columns)),
        analysis: parameters?.threshold ? (parameters as AnalysisRecord) : null,
      };
    },
    // What an analysis found does not change; decisions are kept apart.
    staleTime: Number.POSITIVE_INFINITY,
  });
