import type { Account } from '../../platform/functions/define.ts';
import { enqueueRun } from '../../platform/jobs/runs.ts';
import type { Product } from '../product.ts';

/**
 * Returns the run of the same request within the last hour, or queues one.
 *
 * @param source dataset or batch; its requests of a kind are queued one after another
 */
export async function recentRun(
  product: Product,
  account: Account,
  { kind, source, subject }: { kind: string; source: string; subject: Record<string, unknown> },
): Promise<string> {
  return product.platform.database.asTenant(account.tenantId, async (tx) => {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${kind} ${source}`]);
    const { rows } = await tx.query<{ id: string }>(
      `select id from public.runs
        where kind = $1 and status in ('queued', 'running', 'completed')
          and subject = $2::jsonb and created_at > now() - interval '1 hour'
        limit 1`,
      [kind, JSON.stringify(subject)],
    );
    if (rows[0]) return rows[0].id;
    return enqueueRun(product.boss, tx, {
      tenantId: account.tenantId,
      kind,
      subject,
      createdBy: account.userId,
    });
  });
}
