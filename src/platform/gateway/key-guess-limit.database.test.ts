import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { createTestDatabase } from '../../../test/support/test-database.ts';
import { createKeyGuessLimit, type KeyGuessLimit } from './key-guess-limit.ts';
import { TokenError } from './token-error.ts';

const db = startBeforeTests(createTestDatabase);
beforeEach(() => db.database.owner.query('delete from auth.attempts'));

const use = async (limit: KeyGuessLimit, address: string, key: Buffer) => {
  limit.admit(address, key);
  return limit.watch(address, key, async () => {
    const query = 'select from private.admit_key($1)';
    if ((await db.database.owner.query(query, [key])).rowCount === 1) return 'read';
    throw new TokenError('signature', 'Invalid API key');
  });
};

async function makeKey(): Promise<Buffer> {
  const hash = randomBytes(32);
  const { rows } = await db.database.owner.query<{ id: string }>(
    'insert into auth.users (email) values ($1) returning id',
    [`${hash.toString('hex')}@bank.example`],
  );
  const maker = rows[0]!.id;
  await db.database.owner.query('insert into public.profiles (id, email) values ($1, $2)', [
    maker,
    'maker@bank.example',
  ]);
  await db.database.owner.query(
    `insert into public.api_keys (tenant_id, name, prefix, key_hash, tables, created_by)
     values ($1, 'reader', 'sbx_test', $2, '{customers}', $1)`,
    [maker, hash],
  );
  return hash;
}

test('thirty wrong keys from an address are refused as wrong, further ones as too many, on every host', async () => {
  const limit = createKeyGuessLimit(db.database.owner);
  for (let i = 0; i < 30; i++) {
    await expect(use(limit, '192.0.2.7', randomBytes(32))).rejects.toMatchObject({
      reason: 'signature',
    });
  }
  const tooMany = { code: 'rate_limited', retryAfter: 300 };
  await expect(use(limit, '192.0.2.7', randomBytes(32))).rejects.toMatchObject(tooMany);
  await expect(use(limit, '192.0.2.7', randomBytes(32))).rejects.toMatchObject(tooMany);
  const otherHost = createKeyGuessLimit(db.database.owner);
  await expect(use(otherHost, '192.0.2.7', randomBytes(32))).rejects.toMatchObject(tooMany);
  await expect(use(limit, '192.0.2.8', randomBytes(32))).rejects.toMatchObject({
    reason: 'signature',
  });
});

test('a key that was good before passes while its address guesses; the limit ends after five minutes', async () => {
  let now = Date.now();
  const limit = createKeyGuessLimit(db.database.owner, () => now);
  const [known, fresh] = [await makeKey(), await makeKey()];
  expect(await use(limit, '192.0.2.9', known)).toBe('read');
  for (let i = 0; i < 31; i++) {
    await expect(use(limit, '192.0.2.9', randomBytes(32))).rejects.toThrow();
  }
  expect(await use(limit, '192.0.2.9', known)).toBe('read');
  await expect(use(limit, '192.0.2.9', fresh)).rejects.toMatchObject({ code: 'rate_limited' });
  now += 300_000;
  expect(await use(limit, '192.0.2.9', fresh)).toBe('read');
});

test('a key that was good passes on a host that starts while its address guesses', async () => {
  const known = await makeKey();
  await use(createKeyGuessLimit(db.database.owner), '192.0.2.10', known);
  const restarted = createKeyGuessLimit(db.database.owner);
  for (let i = 0; i < 31; i++) {
    await expect(use(restarted, '192.0.2.10', randomBytes(32))).rejects.toThrow();
  }
  await expect(use(restarted, '192.0.2.10', await makeKey())).rejects.toMatchObject({
    code: 'rate_limited',
  });
  expect(await use(restarted, '192.0.2.10', known)).toBe('read');
});
