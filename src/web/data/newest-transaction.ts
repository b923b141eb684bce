import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';

export type ApiTransaction = { channel: string | null; [field: string]: unknown };

export const newestTransactionQuery = queryOptions({
  queryKey: ['explorer', 'newest-transaction'],
  queryFn: async (): Promise<ApiTransaction | null> => {
    const client = await openClient();
    return unwrap(
      await client
        .from('transactions')
        .select('*')
        .order('txn_ts', { ascending: false })
        .limit(1)
        .maybeSingle<ApiTransaction>(),
    );
  },
});
