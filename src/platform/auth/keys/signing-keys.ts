import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
} from 'jose';
import type pg from 'pg';
import { type Database, transaction } from '../../database/database.ts';

export const ALGORITHM = 'ES256';
/** Time that a retired key still verifies: the longest life of a token it signed. */
const OVERLAP = '2 hours';
export const KEYS_ROTATED = 'sandbox_keys_rotated';
const LOCK = "select pg_advisory_xact_lock(hashtext('sandbox signing keys'))";

type KeyRow = { kid: string; private_jwk: JWK; public_jwk: JWK; retired_at: string | null };
export type KeySet = {
  kid: string;
  signing: Awaited<ReturnType<typeof importJWK>>;
  jwks: JSONWebKeySet;
  resolve: ReturnType<typeof createLocalJWKSet>;
  loadedAt: number;
};

/** Creates the installation's first key, once even if several hosts start. */
export async function ensureKey(database: Database): Promise<void> {
  await transaction(database.owner, async (tx) => {
    await tx.query(LOCK);
    const { rowCount } = await tx.query('select from auth.signing_keys where retired_at is null');
    if (rowCount === 0) await insertKey(tx);
  });
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

/** Creates a new signing key, which all hosts use at once. Older tokens remain valid. */
export async function rotateKeys(database: Database): Promise<{ kid: string }> {
  return transaction(database.owner, async (tx) => {
    await tx.query(LOCK);
    await tx.query('update auth.signing_keys set retired_at = now() where retired_at is null');
    const kid = await insertKey(tx);
    await tx.query('select pg_notify($1, $2)', [KEYS_ROTATED, kid]);
    return { kid };
  });
}

export async function readKeys(database: Database): Promise<KeySet> {
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
