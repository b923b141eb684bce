import { randomBytes } from 'node:crypto';
import type pg from 'pg';

const GROUPS = ['anon', 'authenticated', 'service_role', 'sandbox_owner'] as const;

export type Authenticator = { name: string; password: string };

/** Names and passwords come from here alone; both are plain letters, digits, - and _. */
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/**
 * Makes the roles where they are missing. Roles belong to the whole cluster: a second sandbox in the same
 * cluster shares the groups, and gets a login of its own.
 */
export async function ensureRoles(client: pg.Client): Promise<void> {
  for (const role of GROUPS) {
    await client.query(
      `do $$ begin create role ${role} nologin noinherit; exception when duplicate_object then null; end $$`,
    );
  }
  await client.query('grant sandbox_owner to current_user');
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  const database = `"${rows[0]!.name.replaceAll('"', '""')}"`;
  await client.query(`grant create, connect, temporary on database ${database} to sandbox_owner`);
  await client.query('alter schema public owner to sandbox_owner');
}

/** The login through which requests reach the database. Its secret lives in the database it opens. */
export async function ensureAuthenticator(client: pg.Client): Promise<Authenticator> {
  await client.query('create schema if not exists private authorization sandbox_owner');
  await client.query(
    'create table if not exists private.secrets (name text primary key, value text not null, created_at timestamptz not null default now())',
  );
  await client.query('alter table private.secrets owner to sandbox_owner');
  const kept = await client.query<{ value: string }>(
    "select value from private.secrets where name = 'authenticator'",
  );
  const known = kept.rows[0] ? (JSON.parse(kept.rows[0].value) as Authenticator) : undefined;
  const exists = async (name: string) =>
    (await client.query('select from pg_roles where rolname = $1', [name])).rowCount === 1;

  let login = known;
  if (!login) {
    const name = (await exists('authenticator'))
      ? `authenticator_${randomBytes(4).toString('hex')}`
      : 'authenticator';
    login = { name, password: randomBytes(24).toString('base64url') };
  }
  if (!(await exists(login.name))) {
    await client.query(
      `create role ${login.name} login noinherit password ${quoted(login.password)}`,
    );
  }
  await client.query(`grant anon, authenticated, service_role to ${login.name}`);
  await client.query(
    `insert into private.secrets (name, value) values ('authenticator', $1) on conflict (name) do nothing`,
    [JSON.stringify(login)],
  );
  return login;
}
