-- Rows of a large batch are stored in a separate table, loaded without indexes, which are cheaper to build afterwards,
-- and dropped as a whole. It inherits from the shared table, through which all reads go, so that its policies and
-- grants apply; only the owner can access the child. A check on the batch allows plans to skip it.
--
-- The name contains the transaction, so that an attempt of a lost worker does not block later ones.
create function private.batch_table(of_table text, batch uuid) returns text
language sql set search_path = '' as $$
  select format('bank.%I', concat_ws('_', of_table, replace(batch::text, '-', ''),
    to_hex(pg_current_xact_id()::text::bigint)))
$$;

create function private.batch_tables(out of_table text, out batch uuid, out place regclass) returns setof record
language sql stable set search_path = '' as $$
  select p.relname, substring(c.relname from '_([0-9a-f]{32})_')::uuid, c.oid::regclass
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
   where p.relnamespace = 'bank'::regnamespace
$$;

-- Returns the table to load a batch's rows into, for the tenant of the transaction. Reads without a batch open every
-- table, so only large batches get one. Batch and tenant are column defaults: a function call per row takes a fifth of
-- a COPY, checks of constants almost nothing.
create function private.open_batch_table(of_table text, batch uuid, expected bigint) returns text
language plpgsql set search_path = '' as $$
declare
  place text := private.batch_table(of_table, batch);
begin
  if expected < 500000
      or (select count(*) from private.batch_tables() t where t.of_table = open_batch_table.of_table) >= 16 then
    return format('bank.%I', of_table);
  end if;
  execute format('create table %s (like bank.%I including defaults, check (batch_id = %L and tenant_id = %L))',
    place, of_table, batch, private.tenant_id());
  execute format('alter table %s alter batch_id set default %L, alter tenant_id set default %L',
    place, batch, private.tenant_id());
  execute format('alter table %s enable row level security', place);
  return place;
end $$;

-- Makes the rows of a batch readable if they have a separate table: adds the indexes of the shared table, except those
-- that begin with the batch, which is constant and whose order the key provides.
create function private.join_batch_table(of_table text, batch uuid) returns void
language plpgsql set search_path = '' as $$
declare
  shared regclass := format('bank.%I', of_table)::regclass;
  place text := private.batch_table(of_table, batch);
  definition text;
begin
  if to_regclass(place) is null then
    return;
  end if;
  for definition in
    select pg_get_indexdef(i.indexrelid) from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
     where i.indrelid = shared and a.attname <> 'batch_id'
  loop
    execute regexp_replace(definition, ' INDEX \S+ ON \S+ ', format(' INDEX ON %s ', place));
  end loop;
  execute format('alter table %s inherit %s', place, shared);
end $$;

-- Skips the drop while the table is being read, since waiting would block new readers as well.
create function private.drop_batch_table(of_table text, place regclass) returns void
language plpgsql set search_path = '' set lock_timeout = '500ms' as $$
begin
  execute format('lock table %s in access exclusive mode', place);
  execute format('insert into private.row_deltas select %L, tenant_id, -count(*) from %s group by tenant_id',
    of_table, place);
  execute format('drop table %s', place);
exception when lock_not_available then
  return;
end $$;

create function private.delete_bank_rows(of_tenant uuid, of_batch uuid) returns void
language plpgsql set search_path = '' as $$
declare
  target text;
begin
  perform private.drop_batch_table(t.of_table, t.place) from private.batch_tables() t where t.batch = of_batch;
  foreach target in array array['transactions', 'accounts', 'customers'] loop
    execute format('delete from bank.%I where tenant_id = $1 and batch_id = $2', target) using of_tenant, of_batch;
  end loop;
end $$;

-- Summarizes new index blocks, flushes pending index entries and analyzes new tables, as autovacuum would do later;
-- drops tables that were read while their batch was deleted.
create function private.tidy_bank_indexes() returns void
language plpgsql set search_path = '' as $$
declare
  found record;
begin
  perform brin_summarize_new_values('bank.transactions_key');
  perform gin_clean_pending_list(c.oid) from pg_class c join pg_am m on m.oid = c.relam
    where c.oid = 'bank.transactions_account'::regclass and m.amname = 'gin';
  for found in
    select t.*, coalesce(l.status = 'deleted', false) as is_deleted
      from private.batch_tables() t left join public.generation_logs l on l.batch_id = t.batch
     where l.status = 'deleted'
        or not exists (select from pg_stats s where format('%I.%I', s.schemaname, s.tablename) = t.place::text)
  loop
    if found.is_deleted then
      perform private.drop_batch_table(found.of_table, found.place);
    else
      execute format('analyze %s', found.place);
    end if;
  end loop;
end $$;
