import { createHmac } from 'node:crypto';

/** Prefix of secrets, as in Standard Webhooks. */
export const SECRET_PREFIX = 'whsec_';

/**
 * Returns the headers of a delivery by Standard Webhooks 1.0: HMAC-SHA256 over id, time in seconds
 * and body. Published libraries verify them.
 */
export function signedHeaders(
  secret: Uint8Array,
  { id, seconds, body }: { id: string; seconds: number; body: string },
): Record<string, string> {
  const mac = createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${mac}`,
  };
}
