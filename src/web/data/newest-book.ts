import { queryOptions } from '@tanstack/react-query';
import { BOOKS, isBookPreset } from '../../shared/institutions.ts';
import { unwrap } from '../lib/service-error.ts';
import { contentOf, manifestOf } from './batch-facts.ts';
import { openClient } from './client.ts';
import type { GenerationLog } from './rows.ts';

const MAX_TABLES = 20;

export type BookTable = Pick<
  GenerationLog,
  'batch_id' | 'entity_type' | 'manifest_id' | 'csv_url' | 'manifest' | 'record_count'
> & { table: string };

/** Tables of the newest simulated insurer or credit union, those that it is known by first. */
export const newestBookQuery = queryOptions({
  queryKey: ['explorer', 'book'],
  queryFn: async (): Promise<BookTable[]> => {
    const client = await openClient();
    const rows = unwrap(
      await client
        .from('generation_logs')
        .select('batch_id,entity_type,manifest_id,csv_url,manifest,record_count,run_id')
        .eq('entity_type', 'table')
        .eq('status', 'completed')
        .is('manifest_id', null)
        .order('created_at', { ascending: false })
        .limit(MAX_TABLES)
        .returns<(BookTable & { run_id: string })[]>(),
    );
    const newest = (rows ?? []).filter(({ run_id }) => run_id === rows?.[0]?.run_id);
    const tables = newest.map((batch) => ({ ...batch, table: contentOf(batch) })).toReversed();
    const preset = newest[0] && manifestOf(newest[0]).notes?.preset;
    const first: readonly string[] = isBookPreset(preset) ? BOOKS[preset].tables : [];
    const ahead = first.flatMap((name) => tables.filter(({ table }) => table === name));
    return [...ahead, ...tables.filter(({ table }) => !first.includes(table))];
  },
});
