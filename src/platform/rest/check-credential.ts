import type { FastifyRequest } from 'fastify';
import { API_KEY_PREFIX } from '../../shared/contracts/access.ts';
import type { Platform } from '../gateway/context.ts';
import { wrongCredential } from './errors/request-errors.ts';

/** Refuses credentials that would otherwise count as none, and be answered with no rows. */
export function checkCredential({ apiKeys }: Platform, request: FastifyRequest): void {
  const { authorization, apikey } = request.headers;
  const sent = [authorization?.replace(/^bearer /i, '').trim(), apikey];
  if (sent.some((key) => typeof key === 'string' && key.startsWith(API_KEY_PREFIX))) {
    throw wrongCredential('This key works with sandbox-query: POST /functions/v1/sandbox-query');
  }
  const { apikey: inAddress } = request.query as Record<string, unknown>;
  // Addresses are kept in logs and histories on the way.
  if (inAddress !== undefined && inAddress !== apiKeys.publishable) {
    throw wrongCredential('apikey in the address can only be the publishable key');
  }
}
