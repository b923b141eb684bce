import { queryOptions } from '@tanstack/react-query';
import type { WebhookEvent } from '../../shared/webhook-events.ts';
import { unwrap } from '../lib/service-error.ts';
import { callFunction } from './call-function.ts';
import { openClient } from './client.ts';

export type Webhook = {
  id: string;
  url: string;
  events: WebhookEvent[];
  environment_id: string | null;
  created_at: string;
  /** The newest delivery alone. */
  webhook_deliveries: {
    delivered_at: string | null;
    attempts: number;
    last_error: string | null;
  }[];
};

/** Webhooks of the organization and its environments, by address. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async (): Promise<Webhook[]> => {
    const client = await openClient();
    const rows = await client
      .from('webhooks')
      .select(
        'id,url,events,environment_id,created_at,webhook_deliveries(delivered_at,attempts,last_error)',
      )
      .order('url')
      .order('created_at', { referencedTable: 'webhook_deliveries', ascending: false })
      .limit(1, { referencedTable: 'webhook_deliveries' })
      .returns<Webhook[]>();
    return unwrap(rows) ?? [];
  },
});

export const createWebhook = (request: { url: string; environment?: string }) =>
  callFunction<{ id: string; secret: string }>('create-webhook', request);

export const changeWebhook = (work: { verb: 'replay' | 'delete'; webhook: Webhook }) =>
  callFunction<{ queued?: number }>(`${work.verb}-webhook`, { id: work.webhook.id });
