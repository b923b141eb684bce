import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';
import type { Counts } from './counts.ts';

const DAY = 86_400_000;
const DAYS = 30;

export type Addition = { at: number; records: number };
export type Growth = Record<keyof Counts, Addition[]>;

type LogRow = { entity_type: string; record_count: number; status: string; created_at: string };

export const growthQuery = queryOptions({
  queryKey: ['counts', 'growth'],
  queryFn: async (): Promise<Growth> => {
    const client = await openClient();
    const since = new Date(Date.now() - DAYS * DAY).toISOString();
    const [logs, models] = await Promise.all([
      client
        .from('generation_logs')
        .select('entity_type,record_count,status,created_at')
        .gte('created_at', since)
        .order('created_at', { ascending: false })
        .limit(1000)
        .returns<LogRow[]>(),
      client
        .from('governance_audit')
        .select('created_at')
        .gte('created_at', since)
        .order('created_at', { ascending: false })
        .limit(1000)
        .returns<{ created_at: string }[]>(),
    ]);
    return growthOf(unwrap(logs) ?? [], unwrap(models) ?? []);
  },
});

export function growthOf(logs: LogRow[], models: { created_at: string }[]): Growth {
  const rowsOf = (entity: string) =>
    logs
      .filter((log) => log.entity_type === entity && log.status === 'completed')
      .map((log) => ({ at: Date.parse(log.created_at), records: Number(log.record_count) }));
  const addition = ({ created_at }: { created_at: string }) => ({
    at: Date.parse(created_at),
    records: 1,
  });
  return {
    customers: rowsOf('customers'),
    accounts: rowsOf('accounts'),
    transactions: rowsOf('transactions'),
    dataBatches: logs.map(addition),
    modelsTraining: models.map(addition),
  };
}

/** Returns the totals before and after each of the last 30 days. */
export function growthLine(total: number, additions: readonly Addition[], now: number): number[] {
  return Array.from({ length: DAYS + 1 }, (_, day) => {
    const end = now - (DAYS - day) * DAY;
    const later = additions.reduce((sum, { at, records }) => (at > end ? sum + records : sum), 0);
    return Math.max(0, total - later);
  });
}
