import { queryOptions } from '@tanstack/react-query';
import { ServiceError } from '../lib/service-error.ts';
import { openClient } from './client.ts';

export type Counts = {
  customers: number;
  accounts: number;
  transactions: number;
  dataBatches: number;
  modelsTraining: number;
};

const TABLES: Record<keyof Counts, string> = {
  customers: 'customers',
  accounts: 'accounts',
  transactions: 'transactions',
  dataBatches: 'generation_logs',
  modelsTraining: 'governance_audit',
};

export const NO_COUNTS: Counts = {
  customers: 0,
  accounts: 0,
  transactions: 0,
  dataBatches: 0,
  modelsTraining: 0,
};

async function countOf(table: string): Promise<number> {
  const client = await openClient();
  const { count, error, status } = await client
    .from(table)
    .select('*', { count: 'exact', head: true });
  // An empty answer has no message.
  if (error) throw new ServiceError(error.message || `Counting ${table} failed.`, { status });
  return count ?? 0;
}

export const countsQuery = queryOptions({
  queryKey: ['counts'],
  queryFn: async (): Promise<Counts> => {
    const keys = Object.keys(TABLES) as (keyof Counts)[];
    const values = await Promise.all(keys.map((key) => countOf(TABLES[key])));
    return Object.fromEntries(keys.map((key, i) => [key, values[i]])) as Counts;
  },
});
