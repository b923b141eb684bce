-- Row counts as sums of deltas, so that dashboards need not count millions of rows.
-- Marks tables of environments that no longer equal the pin.
create function private.note_changed(of_table text, tenants uuid[]) returns void
language sql set search_path = '' as $$
  update public.environments set changed = changed || of_table
   where rows_tenant = any (tenants) and not changed @> array[of_table]
$$;

create function private.count_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into private.row_deltas select tg_table_name, tenant_id, count(*) from changed group by tenant_id;
  else
    insert into private.row_deltas select tg_table_name, tenant_id, -count(*) from changed group by tenant_id;
  end if;
  perform private.note_changed(tg_table_name, array(select distinct tenant_id from changed));
  return null;
end $$;

create function private.move_counted_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.row_deltas
    select tg_table_name, tenant_id, sum(n) from (
      select tenant_id, count(*) as n from new_rows group by tenant_id
      union all
      select tenant_id, -count(*) from old_rows group by tenant_id) moved
    group by tenant_id having sum(n) <> 0;
  perform private.note_changed(tg_table_name, array(select tenant_id from new_rows union select tenant_id from old_rows));
  return null;
end $$;

-- Bulk writers report their row counts: a trigger would copy the rows to count them.
create function private.note_added_rows(of_table text, of_tenant uuid, added bigint) returns void
language sql set search_path = '' as $$
  insert into private.row_deltas values (of_table, of_tenant, added);
  select private.note_changed(of_table, array[of_tenant]);
$$;

-- Recounts the whole table after a writer that does not report its rows.
create function private.recount_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  lock table private.row_deltas in share row exclusive mode;
  delete from private.row_deltas where relation = tg_table_name;
  execute format('insert into private.row_deltas select %L, tenant_id, count(*) from %I.%I group by tenant_id',
    tg_table_name, tg_table_schema, tg_table_name);
  perform private.note_changed(tg_table_name, array(select rows_tenant from public.environments));
  return null;
end $$;

do $$
declare
  target text;
begin
  foreach target in array array['bank.customers', 'bank.accounts', 'bank.transactions'] loop
    execute format('create trigger recount_added after insert on %s for each statement
      when (current_setting(''request.rows_noted'', true) is distinct from ''yes'')
      execute function private.recount_rows()', target);
  end loop;
  foreach target in array array['public.generation_logs', 'public.governance_audit'] loop
    execute format('create trigger count_added after insert on %s referencing new table as changed
      for each statement execute function private.count_rows()', target);
  end loop;
  foreach target in array array['bank.customers', 'bank.accounts', 'bank.transactions',
      'public.generation_logs', 'public.governance_audit'] loop
    execute format('create trigger count_removed after delete on %s referencing old table as changed
      for each statement execute function private.count_rows()', target);
    execute format('create trigger count_moved after update on %s
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.move_counted_rows()', target);
  end loop;
end $$;

-- Returns the number of rows that the caller sees. `private.fold_deltas` merges deltas from time to time.
create function private.row_count(of_table text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(rows), 0)::bigint from private.row_deltas
   where relation = of_table
     and (tenant_id = private.tenant_id() or auth.role() = 'service_role')
$$;
grant execute on function private.row_count(text) to :anon, :authenticated, :service_role;

create function private.fold_deltas() returns void language sql set search_path = '' as $$
  with gone as (delete from private.row_deltas returning relation, tenant_id, rows)
  insert into private.row_deltas select relation, tenant_id, sum(rows) from gone
   group by relation, tenant_id having sum(rows) <> 0
$$;
