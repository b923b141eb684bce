/**
 * True for entries of the alias `l` that a restored database lacks: `log.restored` names them, and
 * nothing in the database is compared with them. Reads sealed bytes.
 */
export const IS_LOST = `exists (
  select from log.leaves r cross join lateral (select convert_from(r.entry, 'UTF8')::jsonb -> 'detail' as d) e
   where r.organization = '' and r.kind = 'log.restored'
     and l.seq >= (e.d ->> 'from')::bigint and l.seq < (e.d ->> 'to')::bigint)`;
