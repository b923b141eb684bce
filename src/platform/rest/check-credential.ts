import type { FastifyRequest } from 'fastify';
import type { Platform } from '../gateway/context.ts';
import { wrongCredential } from './errors/request-errors.ts';

/** Refuses invalid credentials, which would otherwise be ignored and answered with no rows. */
export function checkCredential({ apiKeys }: Platform, request: FastifyRequest): void {
  const { apikey: inAddress } = request.query as Record<string, unknown>;
  // Addresses are stored in logs and browser histories.
  if (inAddress !== undefined && inAddress !== apiKeys.publishable) {
    throw wrongCredential('The apikey parameter accepts only the publishable key');
  }
}
