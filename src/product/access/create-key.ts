import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { z } from 'zod';
import type { Account } from '../../platform/functions/define.ts';
import { API_KEY_PREFIX, type createApiKeyBody } from '../../shared/contracts/access.ts';

export const keyHash = (key: string): Buffer => createHash('sha256').update(key).digest();

/** Creates an API key and audits it. The key itself is not stored. */
export async function createKey(
  tx: pg.PoolClient,
  { tenantId, userId }: Account,
  { name, tables, expires_at: expiresAt }: z.output<typeof createApiKeyBody>,
): Promise<{ id: string; key: string; prefix: string }> {
  const key = `${API_KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
  const prefix = key.slice(0, 10);
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.api_keys (tenant_id, name, prefix, key_hash, tables, expires_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [tenantId, name, prefix, keyHash(key), [...new Set(tables)], expiresAt, userId],
  );
  const { id } = rows[0]!;
  await tx.query("select audit.record('api_key.created', 'api_key', $1, $2, $3)", [
    id,
    tenantId,
    JSON.stringify({ name, tables }),
  ]);
  return { id, key, prefix };
}
