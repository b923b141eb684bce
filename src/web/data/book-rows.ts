import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';
import type { Addition } from './growth.ts';

/** Rows generated in the tables of insurers and credit unions, by table. */
export const bookRowsQuery = queryOptions({
  queryKey: ['counts', 'book'],
  queryFn: async (): Promise<Record<string, Addition[]>> => {
    const client = await openClient();
    const logs = unwrap(
      await client
        .from('generation_logs')
        .select('record_count,created_at,table:manifest->request->>table')
        .eq('entity_type', 'table')
        .eq('status', 'completed')
        .is('manifest_id', null)
        .returns<{ record_count: number; created_at: string; table: string }[]>(),
    );
    const rows: Record<string, Addition[]> = {};
    for (const { table, record_count, created_at } of logs ?? []) {
      const addition = { at: Date.parse(created_at), records: Number(record_count) };
      rows[table] = [...(rows[table] ?? []), addition];
    }
    return rows;
  },
});
