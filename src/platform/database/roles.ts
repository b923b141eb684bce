import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { AppError } from '../../shared/errors.ts';
import { type DatabaseRoles, type Login, readLogin, rolesOf, suffixOf } from './access.ts';

/** Role names of sandboxes from before each had its own. */
const SHARED_ROLES: DatabaseRoles = {
  owner: 'sandbox_owner',
  anon: 'anon',
  authenticated: 'authenticated',
  service_role: 'service_role',
  key_holder: 'sandbox_key_holder',
  authenticator: 'authenticator',
  tenant: 'sandbox_tenant',
  server: 'sandbox_server',
  log: 'sandbox_log',
};

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const groupsOf = (roles: DatabaseRoles) => [
  roles.anon,
  roles.authenticated,
  roles.service_role,
  roles.key_holder,
];

async function exists(client: pg.ClientBase, role: string): Promise<boolean> {
  return (await client.query('select from pg_roles where rolname = $1', [role])).rowCount === 1;
}

/** Returns true if another database of the cluster, such as a copy, has objects of this role. */
async function ownsElsewhere(client: pg.ClientBase, role: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select from pg_shdepend s join pg_roles r on r.oid = s.refobjid
        where s.refclassid = 'pg_authid'::regclass and r.rolname = $1
          and s.dbid not in (0, (select oid from pg_database where datname = current_database()))) as found`,
    [role],
  );
  return rows[0]!.found;
}

async function databaseName(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    "select format('%I', current_database()) as name",
  );
  return rows[0]!.name;
}

async function createRoles(client: pg.ClientBase, roles: DatabaseRoles, login: Login) {
  for (const role of [roles.owner, roles.log, roles.tenant, ...groupsOf(roles)]) {
    if (!(await exists(client, role))) await client.query(`create role ${role} nologin noinherit`);
  }
  for (const name of [login.name, roles.server]) {
    if (await exists(client, name)) continue;
    await client.query(`create role ${name} login noinherit password ${quoted(login.password)}`);
  }
  await client.query(`grant ${roles.owner}, ${roles.log} to current_user`);
  await client.query(`grant ${roles.owner}, ${roles.tenant} to ${roles.server}`);
  await client.query(`grant ${groupsOf(roles).join(', ')} to ${login.name}`);
}

/** Restricts connections to the sandbox's roles, the database's owner and superusers. */
async function closeDatabase(client: pg.ClientBase, roles: DatabaseRoles): Promise<void> {
  const database = await databaseName(client);
  await client.query(`revoke all on database ${database} from public`);
  await client.query(`grant create, connect, temporary on database ${database} to ${roles.owner}`);
  for (const login of [roles.authenticator, roles.server]) {
    await client.query(`grant connect on database ${database} to ${login}`);
  }
  const { rows } = await client.query<{ open: boolean }>(
    "select has_database_privilege('public', current_database(), 'connect') as open",
  );
  if (rows[0]!.open) {
    throw new AppError(
      'unavailable',
      'The role in DATABASE_URL must own the database; otherwise every login of the server can connect to it.',
    );
  }
}

/** Drops a role unless another database has begun to use it, or has dropped it, in the meantime. */
const dropIfFree = (client: pg.ClientBase, role: string) =>
  client.query(
    `do $$ begin drop role ${role};
       exception when dependent_objects_still_exist or undefined_object then null; end $$`,
  );

async function dropUnused(client: pg.ClientBase, roles: string[]): Promise<void> {
  for (const role of roles) {
    const { rows } = await client.query<{ used: boolean }>(
      `select exists (select from pg_shdepend s
          where s.refclassid = 'pg_authid'::regclass and s.refobjid = r.oid)
        or exists (select from pg_auth_members m
          where m.roleid = r.oid and m.member <> (select oid from pg_roles where rolname = current_user))
          as used from pg_roles r where r.rolname = $1`,
      [role],
    );
    if (rows[0]?.used === false) await dropIfFree(client, role);
  }
}

async function moveToRoles(
  client: pg.ClientBase,
  { from, to, login }: { from: DatabaseRoles; to: DatabaseRoles; login: string | null },
): Promise<void> {
  const database = await databaseName(client);
  // Databases of earlier versions lack some roles.
  const granted: string[] = [];
  for (const role of [...groupsOf(from), from.tenant]) {
    if (await exists(client, role)) granted.push(role);
  }
  const groups = granted.join(', ');
  await client.query(`grant ${from.owner}, ${groups} to current_user`);
  await client.query(`reassign owned by ${from.owner} to ${to.owner}`);
  await client.query(`drop owned by ${groups}`);
  await client.query(
    `alter default privileges for role ${from.owner} grant execute on functions to public`,
  );
  await client.query(`revoke all on database ${database} from ${from.owner}`);
  if (await exists(client, from.log)) await moveLog(client, { from, to });
  if (login !== null && (await exists(client, login))) {
    await client.query(`revoke all on database ${database} from ${login}`);
    await client.query(`revoke all on schema private from ${login}`);
    await client.query(`revoke all on all functions in schema private from ${login}`);
    await dropUnused(client, [login]);
  }
  await client.query(`revoke ${from.owner}, ${groups} from current_user`);
  await dropUnused(client, [...granted, from.owner]);
}

async function moveLog(
  client: pg.ClientBase,
  { from, to }: { from: DatabaseRoles; to: DatabaseRoles },
): Promise<void> {
  const database = await databaseName(client);
  await client.query(`grant ${from.log} to current_user`);
  await client.query(`reassign owned by ${from.log} to ${to.log}`);
  const { rowCount } = await client.query("select from pg_namespace where nspname = 'log'");
  if (rowCount === 1) {
    await client.query(`revoke all on schema log from ${from.owner}`);
    await client.query(`revoke all on all tables in schema log from ${from.owner}`);
    await client.query(
      `revoke insert (kind, organization, subject, sha256, actor, detail) on log.outbox from ${from.owner}`,
    );
  }
  await client.query(`revoke ${from.log} from current_user`);
  await client.query(`revoke all on database ${database} from ${from.server}`);
  await dropUnused(client, [from.server, from.log]);
}

/**
 * Creates the missing roles of this database, in the caller's transaction. Roles belong to the
 * whole cluster, so each sandbox has its own, distinguished by a suffix. A database that shares
 * roles with another (an old version's, or a copy) gets new ones.
 *
 * @returns the roles, the login of requests, and true if the database came from other roles
 */
export async function ensureRoles(
  client: pg.ClientBase,
): Promise<{ roles: DatabaseRoles; login: Login; moved: boolean }> {
  await client.query('create schema if not exists private');
  await client.query(
    'create table if not exists private.secrets (name text primary key, value text not null, created_at timestamptz not null default now())',
  );
  const existing = await readLogin(client);
  const knownSuffix = existing && suffixOf(existing.name);
  const before =
    knownSuffix && (await exists(client, rolesOf(knownSuffix).owner))
      ? rolesOf(knownSuffix)
      : SHARED_ROLES;
  const keep = before !== SHARED_ROLES && !(await ownsElsewhere(client, before.owner));
  const suffix = keep ? knownSuffix! : randomBytes(4).toString('hex');
  const roles = rolesOf(suffix);
  const login = keep
    ? existing!
    : { name: roles.authenticator, password: randomBytes(24).toString('base64url') };
  await createRoles(client, roles, login);
  const moved = existing !== null && !keep;
  if (moved) await moveToRoles(client, { from: before, to: roles, login: existing.name });
  await closeDatabase(client, roles);
  for (const object of ['schema public', 'schema private', 'table private.secrets']) {
    await client.query(`alter ${object} owner to ${roles.owner}`);
  }
  await client.query(
    `insert into private.secrets (name, value) values ('authenticator', $1)
     on conflict (name) do update set value = excluded.value`,
    [JSON.stringify(login)],
  );
  return { roles, login, moved };
}
