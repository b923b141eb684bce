import type { FastifyRequest } from 'fastify';
import { API_KEY_PREFIX } from '../../shared/contracts/access.ts';
import { anonymous, type Caller } from './caller.ts';
import type { Platform } from './context.ts';

/** Says who asks: keys stand for roles, a token for its bearer, nothing for anon. */
export async function resolveCaller(platform: Platform, request: FastifyRequest): Promise<Caller> {
  const header = request.headers.authorization;
  const bearer = /^bearer (.+)$/i.exec(header ?? '')?.[1]?.trim();
  const apiKey = request.headers.apikey;
  const credential = bearer ?? (typeof apiKey === 'string' ? apiKey : undefined);
  if (credential === undefined || credential === platform.apiKeys.publishable) return anonymous;
  if (platform.apiKeys.isSecret(credential)) return { role: 'service_role' };
  // A program's key stands for no person; the one function that takes it looks at it itself.
  if (credential.startsWith(API_KEY_PREFIX)) return anonymous;
  const claims = await platform.keys.verify(credential);
  return { role: 'authenticated', claims, token: credential };
}
