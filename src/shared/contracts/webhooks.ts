import { z } from 'zod';
import { WEBHOOK_EVENTS } from '../webhook-events.ts';

export const createWebhookBody = z.strictObject({
  url: z.string().min(1).max(2048),
  events: z
    .array(z.enum(WEBHOOK_EVENTS))
    .min(1)
    .max(WEBHOOK_EVENTS.length)
    .default([...WEBHOOK_EVENTS]),
  /** Name or id; a key of one environment may omit it. */
  environment: z.string().min(1).max(63).optional(),
});
export const createWebhookAnswer = z.strictObject({
  id: z.uuid(),
  /** Key of the signatures, returned only once. */
  secret: z.string(),
});
export const deleteWebhookBody = z.strictObject({ id: z.uuid('id: expected a webhook') });
export const deleteWebhookAnswer = z.strictObject({ status: z.literal('deleted'), id: z.uuid() });

export const replayWebhookBody = z.strictObject({
  id: z.uuid('id: expected a webhook'),
  /** One delivery; without it, all that were not delivered. */
  delivery: z.uuid('delivery: expected a delivery of the webhook').optional(),
});
export const replayWebhookAnswer = z.strictObject({ queued: z.int() });
