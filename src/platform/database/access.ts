import pg from 'pg';

/** Addresses of a migrated database: as the owner of its tables, and as the login of requests. */
export type DatabaseAccess = { ownerUrl: string; authenticatorUrl: string };

export type Login = { name: string; password: string };

/** The roles of one sandbox in its cluster; a token's role is mapped to them by `private.database_role`. */
export type DatabaseRoles = {
  owner: string;
  anon: string;
  authenticated: string;
  service_role: string;
  authenticator: string;
};

export const rolesOf = (suffix: string): DatabaseRoles => ({
  owner: `sandbox_owner_${suffix}`,
  anon: `anon_${suffix}`,
  authenticated: `authenticated_${suffix}`,
  service_role: `service_role_${suffix}`,
  authenticator: `authenticator_${suffix}`,
});

const LOGIN = /^authenticator_([0-9a-f]{8})$/;

/** The suffix of all roles of the sandbox that this login belongs to, or null of one from before roles had one. */
export const suffixOf = (login: string): string | null => LOGIN.exec(login)?.[1] ?? null;

/** `url` is that of the administrator, who may act as the owner. */
export function accessOf(url: string, login: Login): DatabaseAccess {
  const owner = new URL(url);
  const { owner: role } = rolesOf(suffixOf(login.name)!);
  const given = owner.searchParams.get('options');
  owner.searchParams.set('options', `${given ? `${given} ` : ''}-c role=${role} -c timezone=UTC`);
  const authenticator = new URL(url);
  authenticator.username = login.name;
  authenticator.password = login.password;
  return { ownerUrl: owner.href, authenticatorUrl: authenticator.href };
}

/** What `private.secrets` of a database holds of its login, or null where there is none yet. */
export async function readLogin(client: pg.ClientBase): Promise<Login | null> {
  const { rows } = await client.query<{ value: string }>(
    "select value from private.secrets where name = 'authenticator'",
  );
  return rows[0] ? (JSON.parse(rows[0].value) as Login) : null;
}

/** The addresses of a database that was migrated before. */
export async function readAccess(url: string): Promise<DatabaseAccess> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const login = await readLogin(client);
    if (!login) throw new Error('This database was not migrated yet.');
    return accessOf(url, login);
  } finally {
    await client.end();
  }
}
