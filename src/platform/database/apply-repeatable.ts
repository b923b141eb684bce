import type pg from 'pg';
import type { DatabaseRoles } from './access.ts';
import type { MigrationFile } from './migration-files.ts';

/** Replaces `:anon` (or `:'anon'` as text) by the sandbox's role names, as psql does. */
export const withRoles = (sql: string, roles: DatabaseRoles): string =>
  sql.replace(
    /(?<![:\w]):('?)(anon|authenticated|service_role|key_holder|authenticator|tenant|owner|log)\1(?!\w)/g,
    (_, quote: string, role: keyof DatabaseRoles) => `${quote}${roles[role]}${quote}`,
  );

/**
 * Drops the objects of repeatable files and revokes their grants, in the current role's schemas and
 * objects. A function stays while a column's default calls it; `create or replace` updates it.
 */
const DROP = `
do $$
declare
  own oid := (select oid from pg_roles where rolname = current_user);
  schemas oid[] := array(select oid from pg_namespace
    where nspname in ('public', 'auth', 'private', 'audit', 'bank', 'storage', 'realtime') and nspowner = own);
  command text;
begin
  for command in
    select format('drop policy %I on %s', p.polname, p.polrelid::regclass)
      from pg_policy p join pg_class c on c.oid = p.polrelid
     where c.relowner = own and c.relnamespace = any (schemas)
    union all
    select format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass)
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relowner = own and c.relnamespace = any (schemas) and not t.tgisinternal
  loop
    execute command;
  end loop;
  -- Functions of a view's row go before the view.
  for command in
    select 'drop routine ' || string_agg(p.oid::regprocedure::text, ', ')
      from pg_proc p
     where p.proowner = own and p.pronamespace = any (schemas)
       and exists (select from pg_depend d
         join pg_type t on t.oid = d.refobjid
         join pg_class c on c.oid = t.typrelid and c.relkind = 'v' and c.relowner = own
         where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.refclassid = 'pg_type'::regclass)
    having count(*) > 0
  loop
    execute command;
  end loop;
  for command in
    select 'drop view ' || string_agg(c.oid::regclass::text, ', ')
      from pg_class c where c.relkind = 'v' and c.relowner = own and c.relnamespace = any (schemas)
    having count(*) > 0
  loop
    execute command;
  end loop;
  for command in
    select 'drop routine ' || string_agg(p.oid::regprocedure::text, ', ')
      from pg_proc p
     where p.proowner = own and p.pronamespace = any (schemas)
       and not exists (select from pg_depend d
         where d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid
           and (d.classid = 'pg_attrdef'::regclass or d.deptype = 'e'))
    having count(*) > 0
  loop
    execute command;
  end loop;
  for command in
    select format('revoke all on table %s from :anon, :authenticated, :service_role, :key_holder, :tenant', c.oid::regclass)
      from pg_class c where c.relkind in ('r', 'p') and c.relowner = own and c.relnamespace = any (schemas)
    union all
    select format('revoke all on routine %s from :anon, :authenticated, :service_role, :key_holder, :tenant', p.oid::regprocedure)
      from pg_proc p where p.proowner = own and p.pronamespace = any (schemas)
    union all
    select format('revoke all on schema %I from :anon, :authenticated, :service_role, :key_holder, :tenant', nspname)
      from pg_namespace where oid = any (schemas)
  loop
    execute command;
  end loop;
end $$`;

export async function dropRepeatable(client: pg.ClientBase, roles: DatabaseRoles): Promise<void> {
  await client.query(withRoles(DROP, roles));
}

export const splitRepeatable = (files: MigrationFile[]) => ({
  beforeTables: files.filter(({ name }) => name.startsWith('repeatable/00_')),
  afterTables: files.filter(({ name }) => !name.startsWith('repeatable/00_')),
});
