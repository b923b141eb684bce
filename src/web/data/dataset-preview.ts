import { queryOptions } from '@tanstack/react-query';
import type { DatasetFormat, StatementFacts } from '../../shared/bank-formats.ts';
import type { DeclaredColumns } from '../../shared/column-kinds.ts';
import type { ColumnLayout } from '../../shared/column-layout.ts';
import {
  type ColumnMapping,
  columnOf,
  type DatasetRules,
  type RunningBalance,
  type StatementRole,
} from '../../shared/column-mapping.ts';
import type { DatasetProfile } from '../../shared/contracts/dataset-profile.ts';
import type { LineRange } from '../../shared/contracts/ingestion.ts';
import type { DatasetKind } from '../../shared/statuses.ts';
import { isUuid } from '../lib/is-uuid.ts';
import { unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';

export type ColumnProfile = DatasetProfile['columns'][number];

export type DatasetPreview = {
  id: string;
  filename: string;
  /** Linked tables that the dataset belongs to. */
  table_set_id: string | null;
  format: DatasetFormat;
  record_count: number;
  kind: DatasetKind;
  schema: Record<string, string>;
  preview: Record<string, string | null>[];
  rejected_count: number;
  rejects: LineRange[];
  skipped_count: number;
  skipped: LineRange[];
  dialect: {
    encoding?: string;
    delimiter?: string | null;
    decimal?: string | null;
    header?: boolean | null;
    table?: string;
  };
  sha256: string;
  file_size: number;
  created_at: string;
  /** Null until the profile exists, soon after the upload. */
  profile: DatasetProfile | null;
  /** Formats and roles of the columns, and the running balance; null in older datasets. */
  layout: ColumnLayout[] | null;
  template: string | null;
  mapping: ColumnMapping | null;
  balance: RunningBalance | null;
  statement: StatementFacts | null;
  roles: DeclaredColumns;
  rules: DatasetRules | null;
};

export const previewQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['datasets', 'preview', id],
    enabled: id !== undefined,
    // Sharing with the earlier answer would lose a column named __proto__.
    structuralSharing: false,
    // The profile follows the upload within seconds.
    refetchInterval: ({ state }) =>
      state.data?.kind === 'upload' && state.data.profile === null ? 2000 : false,
    queryFn: async (): Promise<DatasetPreview | null> => {
      if (id === undefined || !isUuid(id)) return null;
      const client = await openClient();
      return unwrap(
        await client
          .from('ingestion_manifests')
          .select(
            'id,filename,table_set_id,format,record_count,kind,schema,preview,rejected_count,rejects,skipped_count,skipped,dialect,sha256,file_size,created_at,profile,roles,rules,layout,template,mapping,balance,statement',
          )
          .eq('id', id)
          .maybeSingle<DatasetPreview>(),
      );
    },
  });

export async function setDatasetRoles(id: string, roles: DatasetPreview['roles']): Promise<void> {
  const client = await openClient();
  unwrap(await client.rpc('set_dataset_roles', { p_manifest_id: id, p_roles: roles }));
}

/** Returns true for movements of an account: a date, and amounts that go both ways. */
export function isStatement(
  data: Pick<DatasetPreview, 'mapping' | 'statement' | 'balance' | 'preview'>,
): boolean {
  if (data.statement !== null || data.balance !== null) return true;
  const { mapping } = data;
  if (mapping === null) return false;
  const nameOf = (role: StatementRole) => columnOf(mapping, role);
  if (!nameOf('booking_date')) return false;
  if (nameOf('direction') || (nameOf('debit') && nameOf('credit'))) return true;
  const amount = nameOf('amount');
  return amount != null && data.preview.some((row) => /[-\u2212(]/.test(row[amount] ?? ''));
}
