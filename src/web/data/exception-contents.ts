import { queryOptions } from '@tanstack/react-query';
import type { ColumnLayout } from '../../shared/column-layout.ts';
import { unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';
import type { Evaluation, ExceptionCase } from './rows.ts';

export type Pattern = {
  kind: string;
  accounts: string[];
  rows: number[];
  edges: [number, number][];
};

export type AnalysisRecord = {
  /** Columns in file order; missing in earlier records. */
  columns?: string[];
  rows: number;
  /** Number of rows in the file if only a sample was scored. */
  sampledFrom?: number | null;
  /** Account column if accounts were sampled whole; null for an even sample of rows. */
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
  /** Use of the ranker, or why it was not used; missing in earlier records. */
  ranker?:
    | ({ version: number } & (
        | { unused: string }
        | { drift: number; decided: number; explored: number }
      ))
    | null;
  /** Columns by role; missing in earlier records. */
  roles?: { amount?: string; currency?: string };
  dataQuality: { missingAmounts: number; missingTimes: number; duplicateIds: number };
};

export type BatchContents = {
  exceptions: ExceptionCase[];
  analysis: AnalysisRecord | null;
  /** Forms of the dataset's columns; empty for synthetic data. */
  layout: readonly ColumnLayout[];
};

type Row = {
  exceptions: ExceptionCase[];
  ingestion_manifests: { schema: Record<string, string>; layout: ColumnLayout[] | null } | null;
  pattern_analysis_results: { parameters: Partial<AnalysisRecord> } | null;
};

/** Returns a case with its values in file order, as long as the dataset exists. */
export function inOrder(exception: ExceptionCase, columns: readonly string[]): ExceptionCase {
  if (exception.values === undefined) return exception;
  const present = columns.filter((name) => Object.hasOwn(exception.values!, name));
  const names = [...new Set([...present, ...Object.keys(exception.values)])];
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

export const contentsQuery = (batchId: string) =>
  queryOptions({
    queryKey: ['exceptions', 'contents', batchId],
    queryFn: async (): Promise<BatchContents> => {
      const client = await openClient();
      const row = unwrap(
        await client
          .from('exception_batches')
          .select(
            'exceptions,ingestion_manifests(schema,layout),pattern_analysis_results(parameters)',
          )
          .eq('id', batchId)
          .single<Row>(),
      );
      const parameters = row?.pattern_analysis_results?.parameters;
      const columns = parameters?.columns ?? Object.keys(row?.ingestion_manifests?.schema ?? {});
      return {
        exceptions: (row?.exceptions ?? []).map((exception) => inOrder(exception, columns)),
        layout: row?.ingestion_manifests?.layout ?? [],
        analysis: parameters?.threshold ? (parameters as AnalysisRecord) : null,
      };
    },
    // Findings never change; decisions are stored separately.
    staleTime: Number.POSITIVE_INFINITY,
  });
