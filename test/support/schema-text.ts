import type pg from 'pg';

const SCHEMAS = "('public', 'auth', 'private', 'audit', 'bank', 'storage', 'realtime', 'log')";

/** Schema objects, one line each: owner, sort key and definition. */
const THINGS = `
with rel as (
  select c.oid, c.relkind, c.relname, c.relacl, c.relowner, c.relrowsecurity, c.reloptions,
         format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${SCHEMAS}
), fn as (
  select p.*, p.oid::regprocedure::text as name
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ${SCHEMAS}
), grants as (
  select name, 2 as place, relowner as owner, relacl as acl, null::name as col from rel where relacl is not null
  union all
  select r.name, 2, r.relowner, a.attacl, a.attname from rel r join pg_attribute a on a.attrelid = r.oid
   where a.attacl is not null
  union all
  select name, 3, proowner, proacl, null from fn where proacl is not null
  union all
  select 'schema ' || nspname, 0, nspowner, nspacl, null from pg_namespace where nspname in ${SCHEMAS} and nspacl is not null
)
select 0 as place, 'schema ' || nspname as thing, 0 as line,
       format('schema %s owner %s', nspname, nspowner::regrole) as text
  from pg_namespace where nspname in ${SCHEMAS}
union all
select 1, name, 0, format('%s %s owner %s%s%s',
    case relkind when 'r' then 'table' when 'v' then 'view' when 'S' then 'sequence' else relkind::text end, name,
    relowner::regrole, case when relrowsecurity then ', row level security' else '' end,
    coalesce(', ' || array_to_string(reloptions, ', '), ''))
  from rel where relkind in ('r', 'p', 'v', 'S')
union all
select 1, r.name, row_number() over (partition by r.oid order by a.attnum)::int, format('  %s %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
    case when a.attnotnull then ' not null' else '' end,
    case a.attgenerated when 's' then ' generated ' else coalesce(case when d.oid is not null then ' default ' end, '') end
      || coalesce(pg_get_expr(d.adbin, d.adrelid), ''),
    case when a.attidentity <> '' then ' identity' else '' end)
  from rel r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
 where r.relkind in ('r', 'p', 'v')
union all
select 1, r.name, 10000, format('  constraint %s %s', k.conname, pg_get_constraintdef(k.oid))
  from rel r join pg_constraint k on k.conrelid = r.oid where k.contype <> 'n'
union all
select 1, r.name, 10001, '  ' || pg_get_indexdef(i.indexrelid)
  from rel r join pg_index i on i.indrelid = r.oid
union all
select 1, r.name, 10002, '  ' || pg_get_triggerdef(t.oid) from rel r join pg_trigger t on t.tgrelid = r.oid
 where not t.tgisinternal
union all
select 1, r.name, 10003, format('  policy %s for %s to %s%s%s', p.policyname, lower(p.cmd), array_to_string(p.roles, ', '),
    coalesce(' using ' || p.qual, ''), coalesce(' with check ' || p.with_check, ''))
  from rel r join pg_policies p on format('%I.%I', p.schemaname, p.tablename) = r.name
union all
select 3, name, 0, format('function %s returns %s owner %s, %s%s%s%s', name, pg_get_function_result(oid), proowner::regrole,
    case provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end,
    case when prosecdef then ', security definer' else '' end, coalesce(', ' || array_to_string(proconfig, ', '), ''),
    case when $1 then ' ' || md5(regexp_replace(coalesce(prosrc, '') || coalesce(pg_get_function_sqlbody(oid), ''), '_[0-9a-f]{8}\\M', '', 'g')) else '' end)
  from fn
union all
select case when g.place = 2 then 1 else g.place end, g.name, 10004, format('  grant %s%s to %s',
    string_agg(lower(x.privilege_type), ', ' order by x.privilege_type), coalesce(' (' || g.col || ')', ''),
    case x.grantee when 0 then 'public' else x.grantee::regrole::text end)
  from grants g cross join lateral aclexplode(g.acl) x
 where x.grantee <> g.owner and x.privilege_type <> 'MAINTAIN'
 group by g.place, g.name, g.col, x.grantee
union all
select 4, 'defaults', 0, format('default privileges of %s: %s %s', defaclrole::regrole, defaclobjtype, defaclacl)
  from pg_default_acl
order by place, thing, line, text`;

/**
 * Returns a database schema as text: tables, columns, constraints, indexes, triggers, policies,
 * function signatures and privileges. It is the same on each server version and in each sandbox.
 *
 * @param options `bodies` adds a hash of each function's body
 */
export async function readSchema(
  client: pg.ClientBase,
  { bodies = false }: { bodies?: boolean } = {},
): Promise<string> {
  await client.query("set search_path = ''");
  const { rows } = await client.query<{ text: string }>(THINGS, [bodies]);
  return rows
    .map(({ text }) =>
      text
        .replaceAll(
          /\b(sandbox_owner|sandbox_log|sandbox_tenant|anon|authenticated|service_role|key_holder|authenticator)_[0-9a-f]{8}\b/g,
          ':$1',
        )
        .replaceAll('sandbox_owner', 'owner')
        .replaceAll('sandbox_log', 'log')
        .replaceAll('sandbox_tenant', 'tenant')
        .replace(/^(?! )/, '\n'),
    )
    .join('\n')
    .concat('\n');
}
