import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';

const folder = fileURLToPath(new URL('0.1.0', import.meta.url));

/** Files of DATA_DIR outside the database. */
export const oldDataFolder = `${folder}/data`;

const SHARED_ROLES = ['anon', 'authenticated', 'service_role', 'sandbox_owner', 'authenticator'];

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

/** Restores a database of version 0.1.0 with its shared roles; returns its URL. */
export async function restoreOldDatabase(server: string, name: string): Promise<string> {
  const sql = gunzipSync(await readFile(`${folder}/database.sql.gz`)).toString();
  await onDatabase(server, async (client) => {
    await client.query(`create database ${name}`);
    await client.query('begin');
    // Upgrades that run at the same time drop these roles as soon as no database uses them.
    await client.query('lock table pg_authid in share row exclusive mode');
    for (const role of SHARED_ROLES) {
      await client.query(
        `do $$ begin create role ${role} noinherit; exception when duplicate_object then null; end $$`,
      );
    }
    await client.query("alter role authenticator login password 'old'");
    await client.query('grant anon, authenticated, service_role to authenticator');
    await client.query(
      `grant create, connect, temporary on database ${name} to ${SHARED_ROLES.join(', ')}`,
    );
    await client.query('commit');
  });
  const url = server.replace(/\/postgres$/, `/${name}`);
  await onDatabase(url, (client) => client.query(sql));
  return url;
}
