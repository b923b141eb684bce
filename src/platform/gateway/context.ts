import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { KeyAdmission } from './admit-key.ts';
import type { AccessClaims, Caller } from './caller.ts';

export type TokenKeys = {
  /** Signs an access token with the current ES256 key; `exp` and `iat` come from the claims. */
  sign: (claims: AccessClaims) => Promise<string>;
  /** Signs a token for another purpose (a storage link, a form's proof), not an access token. */
  signPurpose: (
    purpose: string,
    claims: Record<string, unknown>,
    expiresInSeconds: number,
  ) => Promise<string>;
  verify: (token: string) => Promise<AccessClaims>;
  verifyPurpose: (purpose: string, token: string) => Promise<Record<string, unknown>>;
  jwks: () => Promise<{ keys: Record<string, unknown>[] }>;
};

export type Platform = {
  database: Database;
  keys: TokenKeys;
  publicUrl: string;
  apiKeys: { publishable: string; isSecret: (key: string) => boolean };
  admitKey: KeyAdmission;
  log: FastifyBaseLogger;
  tracing: Tracing;
};

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}
