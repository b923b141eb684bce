import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';

export type OldVersion = '0.1.0' | '1a8dd30';

const pathOf = (version: OldVersion, file: string): string =>
  fileURLToPath(new URL(`${version}/${file}`, import.meta.url));

/** Files of DATA_DIR of version 0.1.0 outside the database. */
export const oldDataFolder = pathOf('0.1.0', 'data');

/** Unpacks the files of DATA_DIR of commit 1a8dd30 outside the database. */
export const unpackOldData = (folder: string): void => {
  execFileSync('tar', ['-xzf', pathOf('1a8dd30', 'data.tar.gz'), '-C', folder]);
};

/** Roles of the old database; the last signs requests in. */
const ROLES: Record<OldVersion, readonly string[]> = {
  '0.1.0': ['anon', 'authenticated', 'service_role', 'sandbox_owner', 'authenticator'],
  '1a8dd30': [
    'anon_18a3c8e9',
    'authenticated_18a3c8e9',
    'service_role_18a3c8e9',
    'sandbox_owner_18a3c8e9',
    'sandbox_log_18a3c8e9',
    'sandbox_server_18a3c8e9',
    'authenticator_18a3c8e9',
  ],
};

export async function onDatabase<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Restores a database of an old version with its roles; returns its URL. */
export async function restoreOldDatabase(
  server: string,
  name: string,
  version: OldVersion = '0.1.0',
): Promise<string> {
  const sql = gunzipSync(await readFile(pathOf(version, 'database.sql.gz'))).toString();
  const roles = ROLES[version];
  const [anon, authenticated, service] = roles;
  const login = roles.at(-1);
  await onDatabase(server, async (client) => {
    await client.query(`create database ${name}`);
    await client.query('begin');
    // Upgrades that run at the same time drop these roles as soon as no database uses them.
    await client.query('lock table pg_authid in share row exclusive mode');
    for (const role of roles) {
      await client.query(
        `do $$ begin create role ${role} noinherit; exception when duplicate_object then null; end $$`,
      );
    }
    await client.query(`alter role ${login} login password 'old'`);
    await client.query(`grant ${anon}, ${authenticated}, ${service} to ${login}`);
    await client.query(
      `grant create, connect, temporary on database ${name} to ${roles.join(', ')}`,
    );
    await client.query('commit');
  });
  const url = server.replace(/\/postgres$/, `/${name}`);
  await onDatabase(url, (client) => client.query(sql));
  if (version === '1a8dd30') await signInAsBefore(url);
  return url;
}

/** Gives the logins the password that the database remembers, as on the server that it ran on. */
const signInAsBefore = (url: string): Promise<void> =>
  onDatabase(url, async (client) => {
    const { rows } = await client.query<{ name: string; password: string }>(
      `select value::json ->> 'name' as name, value::json ->> 'password' as password
         from private.secrets where name = 'authenticator'`,
    );
    const { name, password } = rows[0]!;
    for (const login of [name, name.replace('authenticator', 'sandbox_server')])
      await client.query(`alter role ${login} login password '${password}'`);
  });
