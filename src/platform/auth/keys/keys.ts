import {
  createLocalJWKSet,
  decodeProtectedHeader,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose';
import type pg from 'pg';
import { type Database, transaction } from '../../database/database.ts';
import type { TokenKeys } from '../../gateway/context.ts';
import { TokenError } from '../../gateway/token-error.ts';
import type { Notifications } from '../../jobs/notifications.ts';
import { accessClaims } from './access-claims.ts';

const ALGORITHM = 'ES256';
const CACHE_MILLISECONDS = 60_000;
/** A retired key still verifies for as long as the tokens it signed may live. */
const OVERLAP = '2 hours';
/** The channel on which the database announces a new signing key. */
export const KEYS_ROTATED = 'sandbox_keys_rotated';
const LOCK = "select pg_advisory_xact_lock(hashtext('sandbox signing keys'))";

type KeyRow = { kid: string; private_jwk: JWK; public_jwk: JWK; retired_at: string | null };
type KeySet = {
  kid: string;
  signing: Awaited<ReturnType<typeof importJWK>>;
  jwks: JSONWebKeySet;
  resolve: ReturnType<typeof createLocalJWKSet>;
  loadedAt: number;
};

/**
 * The ES256 keys of this installation: made at first start, kept in the database. They are read again when a rotation
 * is announced, and every minute besides.
 */
export async function openTokenKeys(
  database: Database,
  issuer: string,
  announcements?: Pick<Notifications, 'on'>,
): Promise<TokenKeys> {
  await transaction(database.owner, async (tx) => {
    await tx.query(LOCK);
    const { rowCount } = await tx.query('select from auth.signing_keys where retired_at is null');
    if (rowCount === 0) await insertKey(tx);
  });
  let current = await readKeys(database);
  let loading: Promise<KeySet> | null = null;
  let isStale = false;
  announcements?.on(KEYS_ROTATED, () => {
    isStale = true;
  });
  const load = async (): Promise<KeySet> => {
    try {
      do {
        isStale = false;
        current = await readKeys(database);
        // Announced while they were read: once more.
      } while (isStale);
      return current;
    } catch (error) {
      isStale = true;
      throw error;
    }
  };
  const reload = (): Promise<KeySet> => {
    loading ??= load().finally(() => {
      loading = null;
    });
    return loading;
  };
  const keys = async () =>
    isStale || Date.now() - current.loadedAt > CACHE_MILLISECONDS ? reload() : current;

  const check = async (token: string, type: string, tokenIssuer: string) => {
    let set = await keys();
    try {
      if (!set.jwks.keys.some((key) => key.kid === decodeProtectedHeader(token).kid)) {
        // A key made by another process a moment ago; looked up at most every second.
        if (Date.now() - set.loadedAt > 1000) set = await reload();
      }
      const { payload } = await jwtVerify(token, set.resolve, {
        algorithms: [ALGORITHM],
        issuer: tokenIssuer,
        typ: type,
        clockTolerance: 5,
        requiredClaims: ['exp', 'iat'],
      });
      return payload as Record<string, unknown>;
    } catch (error) {
      if (error instanceof errors.JWTExpired) {
        throw new TokenError('expired', 'token has invalid claims: token is expired');
      }
      const badSignature = error instanceof errors.JWSSignatureVerificationFailed;
      throw new TokenError(
        badSignature ? 'signature' : 'malformed',
        badSignature ? 'token signature is invalid' : 'token is malformed',
      );
    }
  };
  const purposeIssuer = (purpose: string) => `${issuer}/${purpose}`;

  return {
    sign: async (claims) => {
      const { signing, kid } = await keys();
      return new SignJWT({ ...claims })
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
        .setIssuer(issuer)
        .sign(signing);
    },
    verify: async (token) => {
      const claims = accessClaims.safeParse(await check(token, 'JWT', issuer));
      if (!claims.success) throw new TokenError('malformed', 'token has invalid claims');
      return claims.data;
    },
    signPurpose: async (purpose, claims, expiresInSeconds) => {
      const { signing, kid } = await keys();
      return new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'purpose+jwt' })
        .setIssuer(purposeIssuer(purpose))
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + expiresInSeconds)
        .sign(signing);
    },
    verifyPurpose: (purpose, token) => check(token, 'purpose+jwt', purposeIssuer(purpose)),
    jwks: async () => (await keys()).jwks as { keys: Record<string, unknown>[] },
  };
}

async function insertKey(tx: pg.PoolClient): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const kid = crypto.randomUUID();
  const common = { kid, alg: ALGORITHM, use: 'sig' };
  await tx.query(
    'insert into auth.signing_keys (kid, private_jwk, public_jwk) values ($1, $2, $3)',
    [
      kid,
      JSON.stringify({ ...(await exportJWK(privateKey)), ...common }),
      JSON.stringify({ ...(await exportJWK(publicKey)), ...common }),
    ],
  );
  return kid;
}

/** Makes a new signing key, which every host uses at once. Tokens of the one before stay good until they expire. */
export async function rotateKeys(database: Database): Promise<{ kid: string }> {
  return transaction(database.owner, async (tx) => {
    await tx.query(LOCK);
    await tx.query('update auth.signing_keys set retired_at = now() where retired_at is null');
    const kid = await insertKey(tx);
    await tx.query('select pg_notify($1, $2)', [KEYS_ROTATED, kid]);
    return { kid };
  });
}

async function readKeys(database: Database): Promise<KeySet> {
  const { rows } = await database.owner.query<KeyRow>(
    `select kid, private_jwk, public_jwk, retired_at from auth.signing_keys
      where retired_at is null or retired_at > now() - interval '${OVERLAP}'
      order by retired_at desc nulls first, created_at desc`,
  );
  const newest = rows[0];
  if (!newest) throw new Error('no signing key');
  const jwks = { keys: rows.map((row) => row.public_jwk) };
  return {
    kid: newest.kid,
    signing: await importJWK(newest.private_jwk, ALGORITHM),
    jwks,
    resolve: createLocalJWKSet(jwks),
    loadedAt: Date.now(),
  };
}
