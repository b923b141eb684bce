import { queryOptions } from '@tanstack/react-query';
import { openClient } from '../../lib/client.ts';
import type { DatasetKind } from '../../lib/rows.ts';
import { unwrap } from '../../lib/service-error.ts';

export type RejectedRow = { row: number; line: number | null; reason: string; text: string };

/** What the server found in each column, once its profile is made. */
export type ColumnProfile = {
  name: string;
  nulls?: number;
  distinct?: number;
  min?: string | number | null;
  max?: string | number | null;
  bins?: { label: string; count: number }[];
};
export type DatasetProfile = { columns: ColumnProfile[] };

export type DatasetPreview = {
  id: string;
  filename: string;
  record_count: number;
  kind: DatasetKind;
  schema: Record<string, string>;
  preview: Record<string, string | null>[];
  rejected_count: number;
  rejects: RejectedRow[];
  dialect: { encoding?: string; delimiter?: string | null; decimal?: string | null };
  sha256: string;
  file_size: number;
  created_at: string;
  profile: DatasetProfile | null;
};

export const PREVIEW_ROWS = 50;

export const previewQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['datasets', 'preview', id],
    enabled: id !== undefined,
    queryFn: async (): Promise<DatasetPreview | null> => {
      const client = await openClient();
      return unwrap(
        await client
          .from('ingestion_manifests')
          .select(
            'id,filename,record_count,kind,schema,preview,rejected_count,rejects,dialect,sha256,file_size,created_at,profile',
          )
          .eq('id', id ?? '')
          .maybeSingle<DatasetPreview>(),
      );
    },
  });
