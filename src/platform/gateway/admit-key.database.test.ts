import { expect, test } from 'vitest';
import { startAuthHost } from '../../../test/support/auth-host.ts';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { withRequest } from '../tracing/request-context.ts';
import { createKeyAdmission, keyHash } from './admit-key.ts';

const PASSWORD = 'a good password';
const host = startBeforeTests(startAuthHost);

async function makeKey(name: string, maker: string | null): Promise<string> {
  await host.db.database.owner.query(
    `insert into public.api_keys (tenant_id, name, prefix, key_hash, tables, created_by)
     values (coalesce($3, gen_random_uuid()), $1, 'sbx_test', $2, '{customers}', $3)`,
    [name, keyHash(name), maker],
  );
  return name;
}

/** Admits a key with fresh limits, and opens a request with it. */
async function open(key: string): Promise<boolean> {
  const claims = await createKeyAdmission(host.db.database.owner)(key, '192.0.2.1');
  const caller = { role: 'key_holder' as const, claims };
  const { rowCount } = await host.db.database.asCaller(caller, (tx) =>
    tx.query('select from public.customers'),
  );
  return rowCount === 0;
}

const setStatus = (id: string, status: 'active' | 'disabled') =>
  host.db.database.owner.query('update public.profiles set status = $2 where id = $1', [
    id,
    status,
  ]);

test('a key ends while its creator is disabled, and permanently when the creator is deleted', async () => {
  const maker = await host.addUser('maker@bank.example', PASSWORD);
  const key = await makeKey('of the maker', maker);
  expect(await open(key)).toBe(true);
  await setStatus(maker, 'disabled');
  await expect(open(key)).rejects.toMatchObject({ message: 'Invalid API key' });
  await setStatus(maker, 'active');
  expect(await open(key)).toBe(true);
  await host.db.database.owner.query('delete from public.profiles where id = $1', [maker]);
  await expect(open(key)).rejects.toMatchObject({ message: 'Invalid API key' });
});

test('a key whose maker is not known opens nothing', async () => {
  await expect(open(await makeKey('of nobody', null))).rejects.toMatchObject({
    message: 'Invalid API key',
  });
});

test('a refused key does not count as used', async () => {
  const maker = await host.addUser('gone@bank.example', PASSWORD);
  const key = await makeKey('of one who went', maker);
  await setStatus(maker, 'disabled');
  await expect(open(key)).rejects.toMatchObject({ message: 'Invalid API key' });
  const { rows } = await host.db.database.owner.query(
    'select last_used_at from public.api_keys where key_hash = $1',
    [keyHash(key)],
  );
  expect(rows).toEqual([{ last_used_at: null }]);
});

test('a key that is revoked after its admission opens nothing', async () => {
  const maker = await host.addUser('revoker@bank.example', PASSWORD);
  const key = await makeKey('revoked in between', maker);
  const claims = await createKeyAdmission(host.db.database.owner)(key, '192.0.2.1');
  await host.db.database.owner.query(
    'update public.api_keys set revoked_at = now() where id = $1',
    [claims.key_id],
  );
  const caller = { role: 'key_holder' as const, claims };
  await expect(host.db.database.asCaller(caller, async () => {})).rejects.toMatchObject({
    code: 'PT401',
  });
});

test('the database refuses records of a key without the scope, and states key and scopes on others', async () => {
  const { database } = host.db;
  const maker = await host.addUser('scoped@bank.example', PASSWORD);
  const key = await makeKey('scoped', maker);
  const { key_id: keyId } = await createKeyAdmission(database.owner)(key, '192.0.2.1');
  const insert = () =>
    withRequest({ id: 'request', traceparent: null, keyId }, () =>
      database.asTenant(maker, (tx) =>
        tx.query<{ scopes: string[] }>(
          `insert into public.generation_logs (batch_id, tenant_id, entity_type, created_by)
           values (gen_random_uuid(), $1, 'customers', $1) returning api_key_scopes as scopes`,
          [maker],
        ),
      ),
    );
  await expect(insert()).rejects.toThrow('This key lacks the scope generate or reset');
  await database.owner.query(
    "update public.api_keys set scopes = '{read,generate}' where id = $1",
    [keyId],
  );
  expect((await insert()).rows).toEqual([{ scopes: ['read', 'generate'] }]);
  const { rows } = await database.owner.query(
    "select actor_id, detail ->> 'api_key' as key, detail -> 'scopes' as scopes from audit.events where action = 'batch.requested'",
  );
  expect(rows).toEqual([{ actor_id: maker, key: keyId, scopes: ['read', 'generate'] }]);
});
