import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { z } from 'zod';
import type { Account } from '../../platform/functions/define.ts';
import { keyHash } from '../../platform/gateway/admit-key.ts';
import { API_KEY_PREFIX, type createApiKeyBody } from '../../shared/contracts/access.ts';
import { AppError } from '../../shared/errors.ts';
import { MAY_NOT_READ_TRUTH } from '../../shared/ground-truth.ts';

/** Creates an API key and audits it. The key itself is not stored. */
export async function createKey(
  tx: pg.PoolClient,
  { tenantId, userId }: Account,
  {
    name,
    tables,
    scopes,
    environment,
    rate_limit: rate,
    expires_at: expiresAt,
    parent = null,
  }: z.output<typeof createApiKeyBody> & { parent?: string | null },
): Promise<{ id: string; key: string; prefix: string }> {
  const key = `${API_KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
  if (environment !== undefined) {
    const { rowCount } = await tx.query(
      'select from public.environments where id = $1 and tenant_id = $2',
      [environment, tenantId],
    );
    if (rowCount === 0) throw new AppError('not_found', 'Environment not found');
  }
  if (scopes.includes('truth')) {
    const { rows } = await tx.query<{ may: boolean }>('select private.holds_truth($1, $2) as may', [
      userId,
      tenantId,
    ]);
    if (!rows[0]!.may) throw new AppError('forbidden', MAY_NOT_READ_TRUTH);
  }
  const prefix = key.slice(0, 10);
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.api_keys (tenant_id, name, prefix, key_hash, tables, scopes, rate_limit, expires_at, created_by, environment_id, parent_key_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
    [
      tenantId,
      name,
      prefix,
      keyHash(key),
      [...new Set(tables)],
      [...new Set(scopes)],
      rate,
      expiresAt,
      userId,
      environment,
      parent,
    ],
  );
  const { id } = rows[0]!;
  await tx.query("select audit.record('api_key.created', 'api_key', $1, $2, $3)", [
    id,
    tenantId,
    JSON.stringify({ name, tables, scopes, environment, ...(parent && { parent_key: parent }) }),
  ]);
  return { id, key, prefix };
}
