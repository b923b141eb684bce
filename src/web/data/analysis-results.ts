import { queryOptions } from '@tanstack/react-query';
import type { DatasetKind } from '../../shared/statuses.ts';
import { unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';
import type { AnalysisResult, Evaluation } from './rows.ts';

const SHOWN = 10;

export const resultsQuery = (kinds?: readonly DatasetKind[]) =>
  queryOptions({
    queryKey: ['results', 'latest', kinds],
    queryFn: async (): Promise<AnalysisResult[]> => {
      const client = await openClient();
      const all = client
        .from('pattern_analysis_results')
        .select(
          'id,manifest_id,dataset_name,analysis_type,clusters,anomaly_scores,created_at,batch_id,data_kind,ingestion_manifests(filename),generation_logs(manifest)',
        );
      const filtered = kinds === undefined ? all : all.in('data_kind', kinds);
      const rows = unwrap(
        await filtered
          .order('created_at', { ascending: false })
          .limit(SHOWN)
          .returns<AnalysisResult[]>(),
      );
      return rows ?? [];
    },
  });

export type ResultDetail = {
  parameters: {
    rows?: number;
    sampledFrom?: number | null;
    sampledBy?: string | null;
    evaluation?: Evaluation | null;
  };
  exception_batches: { id: string; exception_count: number }[];
};

export const resultDetailQuery = (id: string) =>
  queryOptions({
    queryKey: ['results', 'detail', id],
    queryFn: async (): Promise<ResultDetail | null> => {
      const client = await openClient();
      return unwrap(
        await client
          .from('pattern_analysis_results')
          .select('parameters,exception_batches(id,exception_count)')
          .eq('id', id)
          .maybeSingle<ResultDetail>(),
      );
    },
  });

export const datasetName = (result: AnalysisResult): string =>
  result.ingestion_manifests?.filename ?? result.dataset_name;
