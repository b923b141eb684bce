import type { FastifyRequest } from 'fastify';
import { API_KEY_PREFIX } from '../../shared/contracts/access.ts';
import type { Platform } from '../gateway/context.ts';
import { wrongCredential } from './errors/request-errors.ts';

/** Refuses invalid credentials, which would otherwise be ignored and answered with no rows. */
export function checkCredential({ apiKeys }: Platform, request: FastifyRequest): void {
  const { authorization, apikey } = request.headers;
  const sent = [authorization?.replace(/^bearer /i, '').trim(), apikey];
  if (sent.some((key) => typeof key === 'string' && key.startsWith(API_KEY_PREFIX))) {
    throw wrongCredential('This key works with sandbox-query: POST /functions/v1/sandbox-query');
  }
  const { apikey: inAddress } = request.query as Record<string, unknown>;
  // Addresses are stored in logs and browser histories.
  if (inAddress !== undefined && inAddress !== apiKeys.publishable) {
    throw wrongCredential('The apikey parameter accepts only the publishable key');
  }
}
