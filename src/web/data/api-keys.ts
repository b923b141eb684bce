import { queryOptions } from '@tanstack/react-query';
import type { BankTable } from '../../shared/bank-tables.ts';
import type { KeyScope } from '../../shared/key-scopes.ts';
import { ServiceError, unwrap } from '../lib/service-error.ts';
import { callFunction } from './call-function.ts';
import { openClient } from './client.ts';

export type ApiKey = {
  id: string;
  name: string;
  prefix: string;
  tables: BankTable[];
  scopes: KeyScope[];
  /** Requests per minute. */
  rate_limit: number;
  requests: number;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
  created_at: string;
};

/** API keys of the organization, newest first. Only the prefix of a key is stored. */
export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async (): Promise<ApiKey[]> => {
    const client = await openClient();
    const rows = unwrap(
      await client
        .from('api_keys')
        .select(
          'id,name,prefix,tables,scopes,rate_limit,requests,expires_at,last_used_at,revoked_at,created_at',
        )
        .order('created_at', { ascending: false })
        .returns<ApiKey[]>(),
    );
    return rows ?? [];
  },
});

export type NewKey = Pick<ApiKey, 'name' | 'tables' | 'scopes' | 'rate_limit' | 'expires_at'> & {
  environment?: string;
};

export const createApiKey = (key: NewKey) =>
  callFunction<{ id: string; key: string }>('create-api-key', key);

export async function revokeApiKey(id: string): Promise<void> {
  const client = await openClient();
  const changed = unwrap(
    await client
      .from('api_keys')
      .update({ revoked_at: new Date().toISOString() })
      .eq('id', id)
      .select('id'),
  );
  if (!changed || changed.length === 0)
    throw new ServiceError('You do not have permission to revoke this key.');
}

export function keyState(
  key: Pick<ApiKey, 'revoked_at' | 'expires_at'>,
  now: number,
): 'active' | 'expired' | 'revoked' {
  if (key.revoked_at !== null) return 'revoked';
  return key.expires_at !== null && Date.parse(key.expires_at) <= now ? 'expired' : 'active';
}
