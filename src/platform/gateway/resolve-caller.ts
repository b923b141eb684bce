import type { FastifyRequest } from 'fastify';
import { API_KEY_PREFIX } from '../../shared/contracts/access.ts';
import { anonymous, type Caller } from './caller.ts';
import type { Platform } from './context.ts';

/** Determines the caller: API keys map to roles, a token to its bearer, nothing to anon. */
export async function resolveCaller(platform: Platform, request: FastifyRequest): Promise<Caller> {
  const header = request.headers.authorization;
  const bearer = /^bearer (.+)$/i.exec(header ?? '')?.[1]?.trim();
  const apiKey = request.headers.apikey;
  const credential = bearer ?? (typeof apiKey === 'string' ? apiKey : undefined);
  if (credential === undefined || credential === platform.apiKeys.publishable) return anonymous;
  if (platform.apiKeys.isSecret(credential)) return { role: 'service_role' };
  if (credential.startsWith(API_KEY_PREFIX)) {
    return { role: 'key_holder', claims: await platform.admitKey(credential, request.ip) };
  }
  const claims = await platform.keys.verify(credential);
  return { role: 'authenticated', claims, token: credential };
}
