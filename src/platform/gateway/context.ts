import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { AccessClaims, Caller } from './caller.ts';

/** The host's signing keys. */
export type TokenKeys = {
  /** Signs an access token with the current ES256 key; `exp` and `iat` come from the claims. */
  sign: (claims: AccessClaims) => Promise<string>;
  /** Signs a token for another purpose (a storage link, a form's proof) that no service takes for an access token. */
  signPurpose: (
    purpose: string,
    claims: Record<string, unknown>,
    expiresInSeconds: number,
  ) => Promise<string>;
  /** Checks signature, algorithm, issuer and times. Throws TokenError. */
  verify: (token: string) => Promise<AccessClaims>;
  verifyPurpose: (purpose: string, token: string) => Promise<Record<string, unknown>>;
  /** Public keys, current and retired within their overlap. */
  jwks: () => Promise<{ keys: Record<string, unknown>[] }>;
};

/** What every service of the host is given. */
export type Platform = {
  database: Database;
  keys: TokenKeys;
  /** Address under which browsers reach the host, without a slash at its end. */
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
