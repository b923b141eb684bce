/** Environment of PostgreSQL's programs, so that no password shows in process lists. */
export function programEnvironment(databaseUrl: string): Record<string, string> {
  const url = new URL(databaseUrl);
  const parts = {
    PATH: process.env.PATH ?? '',
    PGHOST: url.hostname,
    PGPORT: url.port,
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    PGSSLMODE: url.searchParams.get('sslmode') ?? '',
  };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== ''));
}
