import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { startAuthHost } from '../../../test/support/auth-host.ts';
import { startBeforeTests } from '../../../test/support/before-tests.ts';

const PASSWORD = 'a good password';
const host = startBeforeTests(startAuthHost);

async function makeKey(name: string, maker: string | null): Promise<Buffer> {
  const hash = createHash('sha256').update(name).digest();
  await host.db.database.owner.query(
    `insert into public.api_keys (tenant_id, name, prefix, key_hash, tables, created_by)
     values (coalesce($3, gen_random_uuid()), $1, 'sbx_test', $2, '{customers}', $3)`,
    [name, hash, maker],
  );
  return hash;
}

const open = (hash: Buffer) =>
  host.db.database.asKeyHolder(hash, async (_client, id) => typeof id === 'string');

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
  await expect(open(key)).rejects.toMatchObject({ code: 'PT401' });
  await setStatus(maker, 'active');
  expect(await open(key)).toBe(true);
  await host.db.database.owner.query('delete from public.profiles where id = $1', [maker]);
  await expect(open(key)).rejects.toMatchObject({ code: 'PT401' });
});

test('a key whose maker is not known opens nothing', async () => {
  await expect(open(await makeKey('of nobody', null))).rejects.toMatchObject({ code: 'PT401' });
});

test('a refused key does not count as used', async () => {
  const maker = await host.addUser('gone@bank.example', PASSWORD);
  const key = await makeKey('of one who went', maker);
  await setStatus(maker, 'disabled');
  await expect(open(key)).rejects.toMatchObject({ code: 'PT401' });
  const { rows } = await host.db.database.owner.query(
    'select last_used_at from public.api_keys where key_hash = $1',
    [key],
  );
  expect(rows).toEqual([{ last_used_at: null }]);
});
