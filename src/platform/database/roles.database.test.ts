import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, expect, inject, test } from 'vitest';
import { migrationsFolder } from '../../../test/support/database-server.ts';
import { longTest } from '../../../test/support/long-test.ts';
import { onDatabase, restoreOldDatabase } from '../../../test/upgrade/restore.ts';
import { type DatabaseAccess, readAccess } from './access.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

const server = inject('postgresUrl');
const created: string[] = [];
const onServer = (statement: string) => onDatabase(server, (client) => client.query(statement));

function newName(): string {
  const name = `cluster_${randomBytes(6).toString('hex')}`;
  created.push(name);
  return name;
}
const urlOf = (name: string) => server.replace(/\/postgres$/, `/${name}`);

async function newSandbox(): Promise<{ url: string; access: DatabaseAccess }> {
  const name = newName();
  await onServer(`create database ${name}`);
  const { access } = await migrate(urlOf(name), migrationsFolder);
  return { url: urlOf(name), access };
}

const userOf = (url: string) => new URL(url).username;
const groupsOf = (login: string) => {
  const suffix = login.replace('authenticator_', '');
  return ['anon', 'authenticated', 'service_role', 'sandbox_owner', 'sandbox_tenant'].map(
    (r) => `${r}_${suffix}`,
  );
};

function pointedAt(access: string, database: string): string {
  const url = new URL(access);
  url.pathname = new URL(database).pathname;
  return url.href;
}

async function refusal(url: string, statement = 'select 1'): Promise<string> {
  return onDatabase(url, (client) => client.query(statement)).then(
    () => 'allowed',
    (error: Error) => error.message,
  );
}

const countCustomers = (access: DatabaseAccess, role: string) =>
  onDatabase(access.authenticatorUrl, async (client) => {
    await client.query(`set role ${role}`);
    return (await client.query('select count(*)::int as n from bank.customers')).rows[0].n;
  });

afterAll(async () => {
  for (const name of created) await onServer(`drop database if exists ${name} with (force)`);
});

test('of two sandboxes in one cluster, no login of one connects to the other or takes on its roles', async () => {
  const [first, second] = [await newSandbox(), await newSandbox()];
  for (const [own, other] of [
    [first, second],
    [second, first],
  ] as const) {
    expect(await refusal(own.access.authenticatorUrl)).toBe('allowed');
    expect(await refusal(pointedAt(own.access.authenticatorUrl, other.url))).toMatch(
      /permission denied for database/,
    );
    for (const role of groupsOf(userOf(other.access.authenticatorUrl))) {
      expect(await refusal(own.access.authenticatorUrl, `set role ${role}`)).toMatch(
        /permission denied to set role/,
      );
    }
  }
});

test('an administrator of one sandbox who may create roles reaches no other sandbox', async () => {
  const role = `maker_${randomBytes(4).toString('hex')}`;
  const [ownName, other] = [newName(), await newSandbox()];
  await onServer(`create role ${role} login createrole password 'maker'`);
  await onServer(`create database ${ownName} owner ${role}`);
  const admin = new URL(urlOf(ownName));
  admin.username = role;
  admin.password = 'maker';
  const { access } = await migrate(admin.href, migrationsFolder);
  expect(await countCustomers(access, groupsOf(userOf(access.authenticatorUrl))[2]!)).toBe(0);
  expect(await refusal(pointedAt(admin.href, other.url))).toMatch(/permission denied for database/);
});

test('a role that does not own the database is refused with the reason, and nothing is left open', async () => {
  const role = `guest_${randomBytes(4).toString('hex')}`;
  const name = newName();
  await onServer(`create role ${role} login createrole password 'guest'`);
  await onServer(`create database ${name}`);
  await onServer(`grant create on database ${name} to ${role} with grant option`);
  const guest = new URL(urlOf(name));
  guest.username = role;
  guest.password = 'guest';
  await expect(migrate(guest.href, migrationsFolder)).rejects.toThrow(
    'The role in DATABASE_URL must own the database; otherwise every login',
  );
});

test('a role that may not create roles is refused with the reason', async () => {
  const role = `plain_${randomBytes(4).toString('hex')}`;
  const name = newName();
  await onServer(`create role ${role} login password 'plain'`);
  await onServer(`create database ${name} owner ${role}`);
  const plain = new URL(urlOf(name));
  plain.username = role;
  plain.password = 'plain';
  await expect(migrate(plain.href, migrationsFolder)).rejects.toThrow(
    'The role in DATABASE_URL must own the database and be able to create roles (CREATEROLE): permission denied to create role.',
  );
});

test('databases that shared roles get their own one after the other, and work all the while', async () => {
  const [first, second] = [newName(), newName()];
  const urls = [await restoreOldDatabase(server, first), await restoreOldDatabase(server, second)];
  const { access } = await migrate(urls[0]!, migrationsFolder);
  const service = groupsOf(userOf(access.authenticatorUrl))[2]!;
  expect(await countCustomers(access, service)).toBe(8);
  // The second database is unchanged.
  await onDatabase(urls[1]!, async (client) => {
    await client.query('set role service_role');
    expect((await client.query('select count(*)::int as n from bank.customers')).rows[0].n).toBe(8);
  });
  const upgraded = await migrate(urls[1]!, migrationsFolder);
  const other = groupsOf(userOf(upgraded.access.authenticatorUrl))[2]!;
  expect(other).not.toBe(service);
  expect(await countCustomers(upgraded.access, other)).toBe(8);
  for (const url of urls) {
    expect(
      await refusal(url, 'set role service_role; select count(*) from bank.customers'),
    ).toMatch(/permission denied|does not exist/);
  }
});

longTest('a copy of a database gets roles of its own when it is first opened', async () => {
  const original = await newSandbox();
  const name = newName();
  await onServer(`create database ${name} template ${new URL(original.url).pathname.slice(1)}`);
  const { access } = await migrate(urlOf(name), migrationsFolder);
  expect(userOf(access.authenticatorUrl)).not.toBe(userOf(original.access.authenticatorUrl));
  expect(await readAccess(original.url)).toEqual(original.access);
  expect(await refusal(original.access.authenticatorUrl)).toBe('allowed');
  expect(await refusal(pointedAt(original.access.authenticatorUrl, urlOf(name)))).toMatch(
    /permission denied for database/,
  );
  expect(await countCustomers(access, groupsOf(userOf(access.authenticatorUrl))[2]!)).toBe(0);
});

test('a sandbox of a version without the tenant role gets it at its upgrade', async () => {
  const { url, access } = await newSandbox();
  const tenant = groupsOf(userOf(access.authenticatorUrl))[4]!;
  await onDatabase(url, (client) =>
    client.query(`drop owned by ${tenant};
      revoke ${tenant} from ${userOf(access.ownerUrl)};
      drop role ${tenant};
      update private.migrations set sha256 = 'earlier' where name = 'repeatable'`),
  );
  const upgraded = await migrate(url, migrationsFolder);
  expect(upgraded.access).toEqual(access);
  const database = openDatabase({ ...access, applicationName: 'test' });
  try {
    const count = 'select count(*)::int as n, current_user as role from public.runs';
    const { rows } = await database.asTenant(randomUUID(), (tx) => tx.query(count));
    expect(rows).toEqual([{ n: 0, role: tenant }]);
  } finally {
    await database.close();
  }
});
