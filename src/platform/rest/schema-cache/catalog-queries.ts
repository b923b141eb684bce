/** Queries of PostgreSQL's catalog, only for schema public. Run with an empty search_path. */

export type RelationRow = {
  oid: number;
  name: string;
  primaryKey: string[];
  columns: { number: number; name: string; type: string; default: string | null }[];
};

export const RELATIONS = `
  select c.oid::int8::float8 as oid, c.relname as name,
         coalesce((select json_agg(a.attname order by k.position)
            from pg_constraint p
            cross join unnest(p.conkey) with ordinality as k(number, position)
            join pg_attribute a on a.attrelid = p.conrelid and a.attnum = k.number
           where p.conrelid = c.oid and p.contype = 'p'), '[]') as "primaryKey",
         coalesce((select json_agg(json_build_object(
              'number', a.attnum, 'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
              'default', coalesce(
                case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
                'nextval(' || quote_literal(case when a.attidentity <> '' then
                  pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) end) || ')'))
              order by a.attnum)
            from pg_attribute a
            left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm', 'f')
   order by c.relname`;

export type ForeignKeyRow = {
  name: string;
  table: number;
  columns: number[];
  target: number;
  targetColumns: number[];
  unique: boolean;
};

/** Foreign keys of every schema: a view of public may show columns of an unexposed table. */
export const FOREIGN_KEYS = `
  select f.conname as name, f.conrelid::int8::float8 as table, to_json(f.conkey) as columns,
         f.confrelid::int8::float8 as target, to_json(f.confkey) as "targetColumns",
         exists (select from pg_index i
                  where i.indrelid = f.conrelid and i.indisunique and i.indpred is null
                    and i.indexprs is null and i.indnkeyatts = cardinality(f.conkey)
                    and f.conkey @> (i.indkey::int2[])[0:i.indnkeyatts - 1]) as unique
    from pg_constraint f
   where f.contype = 'f' and f.conparentid = 0
   order by f.conname`;

export type ViewRow = { oid: number; tree: string };

/** Stored query trees of views, which give the source column of each view column. */
export const VIEWS = `
  select c.oid::int8::float8 as oid, r.ev_action::text as tree
    from pg_class c
    join pg_rewrite r on r.ev_class = c.oid and r.rulename = '_RETURN'
    join pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('v', 'm') and n.nspname not in ('pg_catalog', 'information_schema')`;

export type PrimaryKeyRow = { table: number; columns: number[] };

export const PRIMARY_KEYS = `
  select conrelid::int8::float8 as table, to_json(conkey) as columns from pg_constraint where contype = 'p'`;

export type RoutineRow = {
  name: string;
  parameters: { name: string; type: string; mode: string; required: boolean }[];
  outputs: { name: string; type: string }[];
  set: boolean;
  rows: number;
  returnType: string;
  returnKind: string;
  returnRelation: number;
  returnColumns: { name: string; type: string }[];
  /** Relation whose row is the only argument. */
  rowOf: number | null;
  volatile: boolean;
};

export const ROUTINES = `
  with recursive bases as (
    select oid, oid as base, typbasetype from pg_type
    union all
    select b.oid, t.oid, t.typbasetype from bases b join pg_type t on t.oid = b.typbasetype
  )
  select p.proname as name, p.proretset as set, p.prorows as rows, p.provolatile = 'v' as volatile,
         t.oid::regtype::text as "returnType", t.typtype as "returnKind",
         t.typrelid::int8::float8 as "returnRelation",
         (select a.typrelid::int8::float8 from pg_type a
           where p.pronargs = 1 and a.oid = p.proargtypes[0] and a.typtype = 'c') as "rowOf",
         coalesce((select json_agg(json_build_object(
              'name', coalesce(a.name, ''), 'type', a.type::regtype::text, 'mode', coalesce(a.mode, 'i'),
              'required', a.position <= p.pronargs - p.pronargdefaults) order by a.position)
            from (select x.name, x.type, x.mode, row_number() over (order by x.position) as position
                    from unnest(p.proargnames, coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargmodes::text[])
                         with ordinality as x(name, type, mode, position)
                   where x.type is not null and coalesce(x.mode, 'i') in ('i', 'b', 'v')) a), '[]') as parameters,
         coalesce((select json_agg(json_build_object('name', coalesce(x.name, 'column' || x.position), 'type', x.type::regtype::text)
                    order by x.position)
            from unnest(p.proargnames, p.proallargtypes, p.proargmodes::text[])
                 with ordinality as x(name, type, mode, position)
           where x.mode in ('o', 'b', 't')), '[]') as outputs,
         coalesce((select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
                    order by a.attnum)
            from pg_attribute a
           where a.attrelid = t.typrelid and t.typrelid <> 0 and a.attnum > 0 and not a.attisdropped), '[]') as "returnColumns"
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    join bases b on b.oid = p.prorettype and b.typbasetype = 0
    join pg_type t on t.oid = b.base
   where n.nspname = 'public' and p.prokind = 'f' and t.oid not in ('trigger'::regtype, 'event_trigger'::regtype)
   order by p.proname, p.oid`;

export type TypeRow = { name: string; type: string };

/** Types without those that resolve object ids, which could reveal unexposed names. */
export const TYPES = `
  select t.typname as name, format('%I.%I', n.nspname, t.typname) as type
    from pg_type t join pg_namespace n on n.oid = t.typnamespace
   where n.nspname in ('pg_catalog', 'public') and t.typtype in ('b', 'd', 'e', 'r', 'm')
     and t.typcategory not in ('A', 'P') and t.typname !~ '^reg'
   order by n.nspname desc`;
