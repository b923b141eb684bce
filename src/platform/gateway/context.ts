import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.ts';
import type { Tracing } from '../tracing/tracing.ts';
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
  /** Verifies signature, algorithm, issuer and times, or throws TokenError. */
  verify: (token: string) => Promise<AccessClaims>;
  verifyPurpose: (purpose: string, token: string) => Promise<Record<string, unknown>>;
  /** Returns the public keys, current and retired within their overlap. */
  jwks: () => Promise<{ keys: Record<string, unknown>[] }>;
};

export type Platform = {
  database: Database;
  keys: TokenKeys;
  /** Public address of the host, without a trailing slash. */
  publicUrl: string;
  apiKeys: { publishable: string; isSecret: (key: string) => boolean };
  log: FastifyBaseLogger;
  tracing: Tracing;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the gateway before a service's handler runs. */
    caller: Caller;
  }
}
