import { queryOptions } from '@tanstack/react-query';
import type { ExportedFile } from '../../shared/contracts/export.ts';
import type {
  GenerateFromTablesBody,
  ParseIngestedTablesAnswer,
  SetTableRelationsBody,
} from '../../shared/contracts/table-sets.ts';
import type { TableFormat } from '../../shared/export-formats.ts';
import { unwrap } from '../lib/service-error.ts';
import { callFunction } from './call-function.ts';
import { openClient } from './client.ts';
import { deleteRow } from './delete-row.ts';
import type { Generated } from './generation.ts';
import type { SendOptions } from './send-form.ts';
import { uploadForm } from './upload-form.ts';

export type TableSet = {
  id: string;
  name: string;
  keys: Record<string, string | null>;
  relations: SetTableRelationsBody['relations'];
  leave_orphans_out: boolean;
  created_at: string;
};

export const tableSetsQuery = queryOptions({
  queryKey: ['table-sets'],
  queryFn: async (): Promise<TableSet[]> => {
    const client = await openClient();
    const rows = unwrap(
      await client
        .from('table_sets')
        .select('id,name,keys,relations,leave_orphans_out,created_at')
        .order('created_at', { ascending: false })
        .returns<TableSet[]>(),
    );
    return rows ?? [];
  },
});

export const uploadTables = (
  files: readonly File[],
  options: SendOptions & { fields?: Record<string, string> },
): Promise<ParseIngestedTablesAnswer> =>
  uploadForm<ParseIngestedTablesAnswer>('parse-ingested-tables', files, options);

export const setRelations = (body: SetTableRelationsBody) =>
  callFunction<Pick<ParseIngestedTablesAnswer, 'relations'>>('set-table-relations', body);

export const generateTables = (body: GenerateFromTablesBody) =>
  callFunction<Generated>('generate-synthetic-from-tables', body);

export const exportTables = (batchId: string, format: TableFormat) =>
  callFunction<ExportedFile>('export-tables', { batch_id: batchId, format });

export const deleteTableSet = ({ id }: Pick<TableSet, 'id'>): Promise<void> =>
  deleteRow('table_sets', id, 'only their uploader or an administrator can delete linked tables');
