import {
  base64url,
  decodeProtectedHeader,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWK,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { startBeforeTests } from '../../../../test/support/before-tests.ts';
import { createTestDatabase } from '../../../../test/support/test-database.ts';
import type { AccessClaims } from '../../gateway/caller.ts';
import type { TokenKeys } from '../../gateway/context.ts';
import { openNotifications } from '../../jobs/notifications.ts';
import { openTokenKeys } from './keys.ts';
import { KEYS_ROTATED, rotateKeys } from './signing-keys.ts';

const ISSUER = 'http://localhost:3000/auth/v1';
const db = startBeforeTests(createTestDatabase);
let keys: TokenKeys;
let own: { kid: string; jwk: JWK; publicJwk: JWK; publicPem: string };

beforeAll(async () => {
  // Several processes start at once; one key is created.
  [keys] = (await Promise.all([1, 2, 3].map(() => openTokenKeys(db.database, ISSUER)))) as [
    TokenKeys,
  ];
  const { rows } = await db.database.owner.query<{
    kid: string;
    private_jwk: JWK;
    public_jwk: JWK;
  }>('select kid, private_jwk, public_jwk from auth.signing_keys');
  expect(rows).toHaveLength(1);
  const pem = await exportSPKI(
    (await importJWK(rows[0]!.public_jwk, 'ES256')) as Parameters<typeof exportSPKI>[0],
  );
  own = {
    kid: rows[0]!.kid,
    jwk: rows[0]!.private_jwk,
    publicJwk: rows[0]!.public_jwk,
    publicPem: pem,
  };
});

const claims = (given: Partial<AccessClaims> = {}): AccessClaims => {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: ISSUER,
    sub: crypto.randomUUID(),
    aud: 'authenticated',
    iat: now,
    exp: now + 3600,
    role: 'authenticated',
    email: 'a@b.example',
    phone: '',
    app_metadata: {},
    user_metadata: {},
    aal: 'aal1',
    amr: [],
    session_id: crypto.randomUUID(),
    is_anonymous: false,
    ...given,
  };
};

/** Signs with the installation's own key, so that only the tested property is wrong. */
const signed = async (body: Record<string, unknown>, header: Record<string, unknown> = {}) =>
  new SignJWT(body)
    .setProtectedHeader({ alg: 'ES256', kid: own.kid, typ: 'JWT', ...header })
    .sign(await importJWK(own.jwk, 'ES256'));

test('a token of its own is taken, whole', async () => {
  const expected = claims();
  expect(await keys.verify(await keys.sign(expected))).toEqual(expected);
  expect(await keys.verify(await signed({ ...expected }))).toEqual(expected);
});

test('nothing forged is', async () => {
  const body = { ...claims() };
  const forger = await generateKeyPair('ES256', { extractable: true });
  const forgerKey = await exportJWK(forger.publicKey);
  const header = (extra: Record<string, unknown>) => ({ kid: own.kid, typ: 'JWT', ...extra });
  const byForger = (extra: Record<string, unknown> = {}) =>
    new SignJWT(body)
      .setProtectedHeader({ alg: 'ES256', ...header(extra) })
      .sign(forger.privateKey);
  const [head, , signature] = (await signed(body)).split('.');
  const other = base64url.encode(JSON.stringify({ ...body, sub: crypto.randomUUID() }));
  const forged: Record<string, string> = {
    'no signature': new UnsecuredJWT(body).encode(),
    'algorithm none': `${base64url.encode(JSON.stringify(header({ alg: 'none' })))}.${(await signed(body)).split('.')[1]}.`,
    'the public key as a shared secret': await new SignJWT(body)
      .setProtectedHeader({ alg: 'HS256', ...header({}) })
      .sign(new TextEncoder().encode(own.publicPem)),
    'another key under this name': await byForger(),
    'a key that the token brings': await byForger({ jwk: forgerKey }),
    'a key at an address': await byForger({ jku: 'https://evil.example/keys', kid: 'theirs' }),
    'a payload that was changed': `${head}.${other}.${signature}`,
    'an empty signature': `${head}.${other}.`,
    'a zero signature': `${head}.${other}.${base64url.encode(new Uint8Array(64))}`,
    'no token': 'not-a-token',
    nothing: '',
  };
  for (const [name, token] of Object.entries(forged)) {
    await expect(keys.verify(token), name).rejects.toMatchObject({ name: 'TokenError' });
  }
});

test('a token counts for its purpose, its issuer, its bearer and its time only', async () => {
  const now = Math.floor(Date.now() / 1000);
  const wrong: Record<string, string> = {
    'another issuer': await signed({ ...claims({ iss: 'https://elsewhere.example' }) }),
    'another audience': await signed({ ...claims(), aud: 'storage' }),
    'another role': await signed({ ...claims(), role: 'service_role' }),
    'no subject': await signed({ ...claims(), sub: undefined }),
    'no session': await signed({ ...claims(), session_id: undefined }),
    'no end': await signed({ ...claims(), exp: undefined }),
    'not yet': await signed({ ...claims(), nbf: now + 600 }),
    'another type': await signed({ ...claims() }, { typ: 'purpose+jwt' }),
    'a link': await keys.signPurpose('storage', { ...claims() }, 60),
  };
  for (const [name, token] of Object.entries(wrong)) {
    await expect(keys.verify(token), name).rejects.toMatchObject({ name: 'TokenError' });
  }
  await expect(keys.verify(await keys.sign(claims({ exp: now - 60 })))).rejects.toMatchObject({
    reason: 'expired',
  });
  const link = await keys.signPurpose('storage', { url: 'a/b' }, 60);
  expect(await keys.verifyPurpose('storage', link)).toMatchObject({ url: 'a/b' });
  await expect(keys.verifyPurpose('upload', link)).rejects.toMatchObject({ name: 'TokenError' });
  await expect(keys.verifyPurpose('storage', await keys.sign(claims()))).rejects.toMatchObject({
    name: 'TokenError',
  });
});

test('a rotation takes effect at once on every host', async () => {
  const notifications = await openNotifications(db.database.ownerUrl, [KEYS_ROTATED]);
  try {
    const hosts = [
      await openTokenKeys(db.database, ISSUER, notifications),
      await openTokenKeys(db.database, ISSUER, notifications),
    ];
    const announced = new Promise((resolve) => notifications.on(KEYS_ROTATED, resolve));
    const { kid } = await rotateKeys(db.database);
    expect(await announced).toBe(kid);
    for (const host of hosts) {
      expect(decodeProtectedHeader(await host.sign(claims())).kid).toBe(kid);
      expect((await host.jwks()).keys[0]!.kid).toBe(kid);
    }
  } finally {
    await notifications.close();
  }
  await db.database.owner.query('delete from auth.signing_keys where kid <> $1', [own.kid]);
  await db.database.owner.query('update auth.signing_keys set retired_at = null');
});

test('a token that was verified before is refused once it has expired or its key is gone', async () => {
  const brief = await keys.sign(claims({ exp: Math.floor(Date.now() / 1000) - 4 }));
  expect(await keys.verify(brief)).toMatchObject({ aud: 'authenticated' });
  await expect.poll(() => keys.verify(brief).catch((error) => error.reason)).toBe('expired');

  const notifications = await openNotifications(db.database.ownerUrl, [KEYS_ROTATED]);
  try {
    const host = await openTokenKeys(db.database, ISSUER, notifications);
    const token = await host.sign(claims());
    const { sub } = await host.verify(token);
    expect((await host.verify(token)).sub).toBe(sub);
    const { kid } = await rotateKeys(db.database);
    await db.database.owner.query('delete from auth.signing_keys where kid <> $1', [kid]);
    await db.database.owner.query('select pg_notify($1, $2)', [KEYS_ROTATED, kid]);
    await expect.poll(() => host.verify(token).catch((error) => error.name)).toBe('TokenError');
  } finally {
    await notifications.close();
    await db.database.owner.query('delete from auth.signing_keys');
    await db.database.owner.query(
      'insert into auth.signing_keys (kid, private_jwk, public_jwk) values ($1, $2, $3)',
      [own.kid, own.jwk, own.publicJwk],
    );
    keys = await openTokenKeys(db.database, ISSUER);
  }
});

test('keys rotate with overlap: old tokens live on for two hours, other processes learn the new key', async () => {
  const elsewhere = await openTokenKeys(db.database, ISSUER);
  const old = await keys.sign(claims());
  const { kid } = await rotateKeys(db.database);
  const fresh = await openTokenKeys(db.database, ISSUER);
  const token = await fresh.sign(claims());
  expect(JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid).toBe(kid);
  await expect(fresh.verify(old)).resolves.toBeDefined();
  // A process with outdated keys reloads them for an unknown key.
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await expect(elsewhere.verify(token)).resolves.toBeDefined();
  const published = (await fresh.jwks()).keys;
  expect(published.map((key) => key.kid)).toEqual([kid, own.kid]);
  expect(published.every((key) => key.d === undefined && key.alg === 'ES256')).toBe(true);

  await db.database.owner.query(
    "update auth.signing_keys set retired_at = now() - interval '3 hours' where retired_at is not null",
  );
  const later = await openTokenKeys(db.database, ISSUER);
  await expect(later.verify(old)).rejects.toMatchObject({ name: 'TokenError' });
  expect((await later.jwks()).keys).toHaveLength(1);
});

test('a token for a purpose lives as long as was said, less than a second more', async () => {
  const sign = (seconds: number) => keys.signPurpose('storage:download', { url: 'a/b' }, seconds);
  const [long, short] = [await sign(60), await sign(1)];
  await new Promise((resolve) => setTimeout(resolve, 2100));
  expect(await keys.verifyPurpose('storage:download', long)).toMatchObject({ url: 'a/b' });
  await expect(keys.verifyPurpose('storage:download', short)).rejects.toMatchObject({
    reason: 'expired',
  });
});
