import pg from 'pg';

/** Contents of a database by name: rows per table, sequence states, object counts by kind. */
export type Contents = Record<string, string>;

const OWN = `n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`;
/** Excludes objects of extensions, which differ between versions. */
const notOfExtension = (relation: string, id: string) =>
  `not exists (select from pg_depend d where d.classid = '${relation}'::regclass and d.objid = ${id} and d.deptype = 'e')`;

const OBJECTS = `
  select 'relations ' || n.nspname || ' ' || c.relkind::text as name, count(*) as value
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OWN} group by 1
  union all
  select 'functions ' || n.nspname, count(*) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where ${OWN} and ${notOfExtension('pg_proc', 'p.oid')} group by 1
  union all
  select 'policies', count(*) from pg_policy
  union all
  select 'triggers', count(*) from pg_trigger where not tgisinternal
  union all
  select 'sequence ' || schemaname || '.' || sequencename, last_value from pg_sequences
  union all
  select 'roles', count(*) from pg_roles where rolname not like 'pg\\_%'`;

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind = 'r' and ${OWN} order by 1`;

export const databaseUrl = (server: string, database: string): string => {
  const url = new URL(server);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
};

export async function readContents(server: string, database: string): Promise<Contents> {
  const client = new pg.Client({ connectionString: databaseUrl(server, database) });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const objects = await client.query<{ name: string; value: string }>(OBJECTS);
    const contents: Contents = Object.fromEntries(
      objects.rows.map(({ name, value }) => [name, String(value)]),
    );
    const tables = await client.query<{ name: string }>(TABLES);
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ n: string }>(`select count(*) as n from only ${name}`);
      contents[`rows ${name}`] = rows[0]!.n;
    }
    return contents;
  } finally {
    await client.end();
  }
}

export function differences(before: Contents, after: Contents): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name}: ${before[name] ?? 'none'} before, ${after[name] ?? 'none'} after`);
}
