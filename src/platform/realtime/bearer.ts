import { anonymous, type Caller } from '../gateway/caller.ts';
import type { Platform } from '../gateway/context.ts';
import { captureStanding } from '../gateway/standing.ts';

export async function bearerOf(platform: Platform, token: string | null): Promise<Caller> {
  if (token === null || token === platform.apiKeys.publishable) return anonymous;
  if (platform.apiKeys.isSecret(token)) return { role: 'service_role' };
  return { role: 'authenticated', claims: await platform.keys.verify(token), token };
}

export const isSameBearer = (one: Caller, other: Caller): boolean =>
  one.role === 'authenticated' && other.role === 'authenticated'
    ? one.claims.sub === other.claims.sub
    : one.role === other.role;

/** Returns the bearer with its present tenant and role; refuses one whose session has ended. */
export const admit = ({ database }: Platform, caller: Caller): Promise<Caller> =>
  database.asCaller(caller, (client) => captureStanding(client, caller), { readOnly: true });

/** Calls `onExpiry` when the bearer's token expires. Returns a function that stops it. */
export function watchExpiry(caller: Caller, onExpiry: () => void): () => void {
  if (caller.role !== 'authenticated') return () => {};
  const milliseconds = caller.claims.exp * 1000 - Date.now();
  const timer = setTimeout(onExpiry, Math.min(milliseconds, 2 ** 31 - 1)).unref();
  return () => clearTimeout(timer);
}
