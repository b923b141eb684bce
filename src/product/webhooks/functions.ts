import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { suspendTenant } from '../../platform/database/suspend-tenant.ts';
import {
  accountOf,
  defineFunction,
  type FunctionCall,
  type FunctionDefinition,
} from '../../platform/functions/define.ts';
import { parseTarget } from '../../platform/outgoing/post.ts';
import {
  createWebhookAnswer,
  createWebhookBody,
  deleteWebhookAnswer,
  deleteWebhookBody,
  replayWebhookAnswer,
  replayWebhookBody,
} from '../../shared/contracts/webhooks.ts';
import { AppError } from '../../shared/errors.ts';
import { MAX_WEBHOOKS } from '../../shared/limits.ts';
import type { Product } from '../product.ts';
import { SECRET_PREFIX } from './sign.ts';

const SECRET_BYTES = 24;

type Owner = { organization: string; environment: string | null };

/** Returns the organization, and the environment that is named or that a key is limited to. */
async function ownerOf(
  { platform }: Product,
  { caller, body: { environment } }: FunctionCall<{ environment?: string | undefined }>,
): Promise<Owner> {
  const { rows } = await platform.database.asCaller(
    caller,
    (tx) =>
      tx.query<Owner>(
        `select tenant_id as organization, id as environment from public.environments
          where rows_tenant = private.tenant_id() and coalesce($1 in (name, id::text), true)
             or tenant_id = private.tenant_id() and $1 in (name, id::text)
         union all select private.tenant_id(), null where $1::text is null limit 1`,
        [environment ?? null],
      ),
    { readOnly: true },
  );
  if (rows[0]) return rows[0];
  throw new AppError('not_found', `No environment ${environment}.`);
}

async function findWebhook(
  { platform }: Product,
  { caller, body }: FunctionCall<{ id: string }>,
): Promise<{ organization: string; url: string }> {
  const { rows } = await platform.database.asCaller(
    caller,
    (tx) =>
      tx.query<{ organization: string; url: string }>(
        'select tenant_id as organization, url from public.webhooks where id = $1',
        [body.id],
      ),
    { readOnly: true },
  );
  if (rows[0]) return rows[0];
  throw new AppError('not_found', 'Webhook not found');
}

/** Runs work of the server in one transaction, and audits it. */
function audited<Result extends { id: string }>(
  { platform }: Product,
  call: Pick<FunctionCall<unknown>, 'account'>,
  {
    action,
    detail: { organization, url },
    work,
  }: {
    action: string;
    detail: { organization: string; url: string };
    work: (tx: pg.PoolClient) => Promise<Result>;
  },
): Promise<Result> {
  const { userId, tenantId } = accountOf(call);
  return platform.database.asTenant(tenantId, async (tx) => {
    await suspendTenant(tx);
    await tx.query("select private.require_scope('reset')");
    const result = await work(tx);
    await tx.query("select audit.record_for($1, $2, 'webhook', $3, $4, $5)", [
      userId,
      action,
      result.id,
      organization,
      JSON.stringify({ url }),
    ]);
    return result;
  });
}

const shared = { audience: 'admin', scope: 'reset' } as const;

export const webhookFunctions = (product: Product): FunctionDefinition[] => [
  defineFunction({
    ...shared,
    name: 'create-webhook',
    summary:
      'Creates a webhook of the organization or of one environment. Deliveries are signed by Standard Webhooks; the secret is returned only once.',
    body: createWebhookBody,
    answer: createWebhookAnswer,
    handle: async (call) => {
      const { url, events } = call.body;
      parseTarget(url, product.webhookHosts);
      const { organization, environment } = await ownerOf(product, call);
      const secret = randomBytes(SECRET_BYTES);
      const { id } = await audited(product, call, {
        action: 'webhook.created',
        detail: { organization, url },
        work: async (tx) => {
          const { rows } = await tx.query<{ id: string }>(
            `insert into public.webhooks (tenant_id, environment_id, url, events, secret, created_by)
             select $1, $2, $3, $4, $5, $6
              where (select count(*) from public.webhooks where tenant_id = $1) < $7 returning id`,
            [
              organization,
              environment,
              url,
              [...new Set(events)],
              secret,
              accountOf(call).userId,
              MAX_WEBHOOKS,
            ],
          );
          if (rows[0]) return rows[0];
          throw new AppError('conflict', `An organization has at most ${MAX_WEBHOOKS} webhooks.`);
        },
      });
      return { id, secret: `${SECRET_PREFIX}${secret.toString('base64')}` };
    },
  }),
  defineFunction({
    ...shared,
    name: 'delete-webhook',
    summary: 'Deletes a webhook and its deliveries.',
    body: deleteWebhookBody,
    answer: deleteWebhookAnswer,
    handle: async (call) => {
      const { id } = call.body;
      await audited(product, call, {
        action: 'webhook.deleted',
        detail: await findWebhook(product, call),
        work: async (tx) => {
          await tx.query('delete from public.webhooks where id = $1', [id]);
          return { id };
        },
      });
      return { status: 'deleted' as const, id };
    },
  }),
  defineFunction({
    ...shared,
    name: 'replay-webhook',
    summary:
      'Sends a delivery of a webhook once more, or all that were not delivered. Ids stay the same.',
    body: replayWebhookBody,
    answer: replayWebhookAnswer,
    handle: async (call) => {
      const { id, delivery = null } = call.body;
      const { queued } = await audited(product, call, {
        action: 'webhook.replayed',
        detail: await findWebhook(product, call),
        work: async (tx) => {
          const { rowCount } = await tx.query(
            `update public.webhook_deliveries set next_attempt_at = now(), attempts = 0, delivered_at = null
              where webhook_id = $1 and case when $2::uuid is null then delivered_at is null else id = $2 end`,
            [id, delivery],
          );
          return { id, queued: rowCount ?? 0 };
        },
      });
      if (delivery !== null && queued === 0) throw new AppError('not_found', 'Delivery not found');
      return { queued };
    },
  }),
];
