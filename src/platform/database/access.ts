import pg from 'pg';

export type DatabaseAccess = { ownerUrl: string; authenticatorUrl: string; logUrl: string };

export type Login = { name: string; password: string };

/** Roles of one sandbox in its cluster; `private.database_role` maps a token's role to them. */
export type DatabaseRoles = {
  owner: string;
  anon: string;
  authenticated: string;
  service_role: string;
  /** Requests with an API key; grants and policies give each scope its tables. */
  key_holder: string;
  authenticator: string;
  /** Work of one tenant on the server's connections; policies restrict it to this tenant's rows. */
  tenant: string;
  /** Login of the server itself; can become only the owner and the tenant role. */
  server: string;
  /** Owner of the log; only the administrator can become it. */
  log: string;
};

export const rolesOf = (suffix: string): DatabaseRoles => ({
  owner: `sandbox_owner_${suffix}`,
  anon: `anon_${suffix}`,
  authenticated: `authenticated_${suffix}`,
  service_role: `service_role_${suffix}`,
  key_holder: `key_holder_${suffix}`,
  authenticator: `authenticator_${suffix}`,
  tenant: `sandbox_tenant_${suffix}`,
  server: `sandbox_server_${suffix}`,
  log: `sandbox_log_${suffix}`,
});

const LOGIN = /^authenticator_([0-9a-f]{8})$/;

export const suffixOf = (login: string): string | null => LOGIN.exec(login)?.[1] ?? null;

/** Derives the addresses. `url` is the administrator's; both logins share one password. */
export function accessOf(url: string, login: Login): DatabaseAccess {
  const { owner, server, log } = rolesOf(suffixOf(login.name)!);
  return {
    ownerUrl: signedInAs(actingAs(url, owner), { ...login, name: server }),
    authenticatorUrl: signedInAs(url, login),
    logUrl: actingAs(url, log),
  };
}

function actingAs(address: string, role: string): string {
  const url = new URL(address);
  const existing = url.searchParams.get('options');
  url.searchParams.set(
    'options',
    `${existing ? `${existing} ` : ''}-c role=${role} -c timezone=UTC`,
  );
  return url.href;
}

function signedInAs(address: string, { name, password }: Login): string {
  const url = new URL(address);
  url.username = name;
  url.password = password;
  return url.href;
}

export async function readLogin(client: pg.ClientBase): Promise<Login | null> {
  const { rows } = await client.query<{ value: string }>(
    "select value from private.secrets where name = 'authenticator'",
  );
  return rows[0] ? (JSON.parse(rows[0].value) as Login) : null;
}

export async function readAccess(url: string): Promise<DatabaseAccess> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const login = await readLogin(client);
    if (!login) throw new Error('This database has not been migrated.');
    return accessOf(url, login);
  } finally {
    await client.end();
  }
}
