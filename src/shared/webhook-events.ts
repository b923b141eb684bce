/** Events of webhooks, in the order that pages and errors list them. */
export const WEBHOOK_EVENTS = [
  'batch.finished',
  'environment.advanced',
  'environment.reset',
  'transactions.declined',
  'transactions.pending',
  'transactions.posted',
  'transactions.settled',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
