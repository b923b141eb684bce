-- A large batch's rows get a table of their own: loaded without indexes, which cost less once the rows are there, and
-- dropped as a whole. It inherits from the table that small batches share, by which everything reads: its policies and
-- grants decide, and nobody but the owner can name the child. A check on the batch lets plans leave it out.
--
-- The transaction is in its name, so that an attempt whose worker is gone holds up no later one.
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

-- Where a batch's rows of a table are to be loaded, by the tenant of the transaction. Reads that name no batch open
-- every table there is, so that there are few, for batches that gain by it. Batch and tenant stand in the table's
-- defaults: a function called for each row costs a fifth of COPY, checks of constants next to nothing.
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

-- Makes the rows of a batch readable, if they have a table of their own: with the indexes of the one that it joins, but
-- those that begin with the batch. It is the same in every row, and the key gives a tenant's rows in the same order.
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

-- While others read the rows the table can't go, and those who come next would wait as well: it is not insisted on.
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

-- Once rows were added: blocks that no filter describes yet, and rows that wait to be put into the index, are read one by
-- one until this ran, and tables nobody has counted are planned badly. Autovacuum does the same, later. Tables that
-- somebody read while their batch was deleted go now.
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
