-- Environments. Members see those of their organization, keys those of theirs or their own one. The server changes them.
grant select on public.environments to :authenticated, :key_holder;
grant all on public.environments to :service_role;
create policy everything on public.environments to :service_role using (true) with check (true);
create policy own_tenant on public.environments for select to :authenticated
  using (tenant_id = (select private.tenant_id()));
create policy keys_list on public.environments for select to :key_holder
  using (tenant_id = (select private.tenant_id()) and (select private.has_scope('reset'))
    or rows_tenant = (select private.tenant_id()));
create trigger note_key before insert on public.environments
  for each row execute function private.note_key('reset');

create function private.is_pinned(sha256 text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.environments e, json_array_elements(e.files) f
    where private.tenant_id() in (e.rows_tenant, e.tenant_id) and f ->> 'sha256' = is_pinned.sha256)
$$;
grant execute on function private.is_pinned(text) to :key_holder, :authenticated;
create policy pinned_files on storage.objects for select to :authenticated
  using (bucket_id = 'environments' and tenant_id = (select private.tenant_id()));
create policy keys_download_pinned on storage.objects for select to :key_holder
  using (bucket_id = 'environments' and (select private.has_scope('export')) and private.is_pinned(metadata ->> 'sha256'));

-- Deletes the rows of a table of an environment.
create function private.delete_table_rows(of_table text, of_tenant uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.drop_batch_table(t.of_table, t.place) from private.batch_tables() t
   where t.of_table = delete_table_rows.of_table
     and (t.batch = of_tenant or t.batch in (select batch_id from public.generation_logs where tenant_id = of_tenant));
  execute format('delete from bank.%I where tenant_id = $1', of_table) using of_tenant;
end $$;

-- The first tenant of an environment has its id.
create function private.note_environment_tenant() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.rows_tenant := new.id;
  insert into private.environment_tenants (tenant, environment_id) values (new.id, new.id);
  return new;
end $$;
create trigger note_tenant before insert on public.environments
  for each row execute function private.note_environment_tenant();

create function private.stop_environment_runs(of_tenant uuid, reason text) returns void
language sql set search_path = '' as $$
  select private.stop_runs(
    array(select id from public.runs where tenant_id = of_tenant and status in ('queued', 'running')), reason)
$$;

-- Gives an environment another tenant, whose rows are loaded. The former one is deleted later.
create function private.replace_tenant(env uuid, next uuid) returns void
language plpgsql set search_path = '' as $$
declare
  former uuid := (select rows_tenant from public.environments where id = env);
begin
  perform private.stop_environment_runs(former, 'The environment was reset.');
  update private.environment_tenants set retired_at = now() where tenant = former;
  insert into private.environment_tenants (tenant, environment_id) values (next, env)
    on conflict (tenant) do update set pin = null;
  update public.environments set rows_tenant = next where id = env;
end $$;

create function private.delete_environment_tenant(of_tenant uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.delete_table_rows(of_table, of_tenant) from unnest(array['customers', 'accounts', 'transactions']) of_table;
  perform private.delete_tenant_rows(of_tenant);
  delete from private.log_openings where tenant_id = of_tenant;
  delete from private.commitment_salts where id = of_tenant;
end $$;

-- Deletes one retired tenant; false if none is left. Runs that had not stopped may write until minutes later, so that
-- it is deleted twice.
create function private.purge_retired_tenant() returns boolean
language plpgsql set search_path = '' as $$
declare
  found_tenant uuid;
begin
  select tenant into found_tenant from private.environment_tenants
   where retired_at is not null and (purged_at is null or purged_at < now() - interval '10 minutes')
   order by retired_at limit 1 for update skip locked;
  if found_tenant is null then
    return false;
  end if;
  perform private.delete_environment_tenant(found_tenant);
  delete from private.environment_tenants where tenant = found_tenant and purged_at is not null;
  update private.environment_tenants set purged_at = now() where tenant = found_tenant;
  return true;
end $$;

-- Retires spares whose pin is no longer that of their environment.
create function private.retire_spares(env uuid) returns void
language sql set search_path = '' as $$
  update private.environment_tenants t set pin = null, retired_at = now()
    from public.environments e
   where t.environment_id = env and e.id = env and t.pin is not null and t.pin is distinct from e.pin
$$;

-- Stops the runs of a tenant of an environment, deletes its batches, and the rows of the tables.
create function private.clear_environment(env uuid, tables text[], actor uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.stop_environment_runs(env, 'The environment was reset.');
  perform private.delete_table_rows(of_table, env) from unnest(tables) of_table;
  update public.generation_logs
     set status = 'deleted', deleted_at = now(), deleted_by = actor, csv_url = null, preview = null
   where tenant_id = env and status = 'completed';
  delete from storage.objects where bucket_id = 'generated_data' and starts_with(name, env || '/');
end $$;

-- Deletes stored files that no environment of the organization lists.
create function private.drop_unpinned(organization uuid) returns void
language sql set search_path = '' as $$
  -- Waits for pins in the making, which may refer to files that nothing else lists.
  select pg_advisory_xact_lock(hashtextextended('pins ' || organization, 0));
  delete from storage.objects o
   where o.bucket_id = 'environments' and o.tenant_id = organization
     and not exists (select from public.environments e, json_array_elements(e.files) f
       where e.tenant_id = organization and f ->> 'sha256' = o.metadata ->> 'sha256')
$$;

create function private.environment_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_scope('reset');
  if not private.is_erasing(old.tenant_id) then
    perform private.require_deletable(old.tenant_id, null);
  end if;
  perform audit.record('environment.deleted', 'environment', old.id::text, old.tenant_id,
    jsonb_build_object('name', old.name, 'pin', old.pin));
  perform private.stop_environment_runs(old.rows_tenant, 'The environment was deleted.');
  perform private.delete_environment_tenant(tenant) from private.environment_tenants where environment_id = old.id;
  delete from private.environment_tenants where environment_id = old.id;
  perform private.drop_unpinned(old.tenant_id);
  return null;
end $$;
create trigger deleted after delete on public.environments
  for each row execute function private.environment_deleted();

-- Deletes expired environments; retires spares of those that were not reset for a day.
create function private.delete_expired_environments() returns bigint
language sql set search_path = '' as $$
  update private.environment_tenants t set pin = null, retired_at = now() from public.environments e
   where t.pin is not null and e.id = t.environment_id
     and coalesce(e.reset_at, e.created_at) < now() - interval '1 day';
  with gone as (delete from public.environments where expires_at <= now() returning id) select count(*) from gone
$$;

-- Names the columns of a bank table that files and overlays contain.
create function private.bank_columns(of_table text) returns text[]
language sql stable set search_path = '' as $$
  select array_agg(attname::text order by attnum) from pg_attribute
   where attrelid = format('public.%I', of_table)::regclass and attnum > 0 and attname not in ('batch_id', 'seq')
$$;

create function private.bank_key(of_table text) returns text language sql immutable
return case of_table when 'customers' then 'customer_id' when 'accounts' then 'account_id' else 'txn_id' end;

-- Adds, changes and removes rows of a table of an environment; refuses unknown columns, taken ids and missing rows.
create function private.overlay_rows(env uuid, of_table text, added jsonb, changed jsonb, removed jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  columns text[] := private.bank_columns(of_table);
  key text := private.bank_key(of_table);
  list text := (select string_agg(quote_ident(name), ', ') from unnest(columns) name);
  wrong text;
  n bigint;
begin
  select name into wrong from jsonb_array_elements(added || changed) r, jsonb_object_keys(r) name
   where name <> all (columns) limit 1;
  if wrong is not null then
    raise exception '% has no column %', of_table, wrong using errcode = 'PT400';
  end if;
  if exists (select from jsonb_array_elements(added || changed) r where coalesce(r ->> key, '') = '') then
    raise exception 'Each row of % needs its %', of_table, key using errcode = 'PT400';
  end if;
  execute format('select id from (select r ->> %1$L as id, count(*) as n from jsonb_array_elements($2) r group by 1) a
      where n > 1 or exists (select from bank.%2$I where tenant_id = $1 and %1$I = a.id) limit 1', key, of_table)
    into wrong using env, added;
  if wrong is not null then
    raise exception '% already has %', of_table, wrong using errcode = 'PT409';
  end if;
  execute format('select named.id from jsonb_array_elements_text($2) named(id)
      where not exists (select from bank.%2$I where tenant_id = $1 and %1$I = named.id) limit 1', key, of_table)
    into wrong using env, removed || (select coalesce(jsonb_agg(r ->> key), '[]') from jsonb_array_elements(changed) r);
  if wrong is not null then
    raise exception '% has no row %', of_table, wrong using errcode = 'PT404';
  end if;
  execute format('delete from bank.%I where tenant_id = $1 and %I in (select jsonb_array_elements_text($2))',
    of_table, key) using env, removed;
  execute format('update bank.%1$I t set (%2$s) = (select %2$s from jsonb_populate_record(t, r.row))
    from jsonb_array_elements($2) r(row) where t.tenant_id = $1 and t.%3$I = r.row ->> %3$L', of_table, list, key)
    using env, changed;
  -- New rows are numbered after all others: what sessions have cached of the sequence ends before its next number.
  perform nextval('bank.row_numbers') from generate_series(1, 1000);
  perform set_config('request.rows_noted', 'yes', true);
  execute format('insert into bank.%1$I (%2$s, batch_id, tenant_id)
    select %2$s, $1, $1 from jsonb_array_elements($2) with ordinality a(row, place),
      jsonb_populate_record(null::bank.%1$I, a.row) order by place', of_table, list) using env, added;
  get diagnostics n = row_count;
  perform private.note_added_rows(of_table, env, n);
end $$;

-- Checks references and ledger of accounts after an overlay: each balance follows from the one before, the last one is
-- the account's.
create function private.check_overlay(env uuid, touched text[]) returns void
language plpgsql stable set search_path = '' as $$
declare
  wrong record;
begin
  select a.account_id, a.customer_id into wrong from bank.accounts a
   where a.tenant_id = env and not exists (
     select from bank.customers c where c.tenant_id = env and c.customer_id = a.customer_id) limit 1;
  if found then
    raise exception 'Account % belongs to customer %, who does not exist', wrong.account_id, wrong.customer_id
      using errcode = 'PT409';
  end if;
  select t.txn_id, t.account_id into wrong from bank.transactions t
   where t.tenant_id = env and t.account_id = any (touched) and not exists (
     select from bank.accounts a where a.tenant_id = env and a.account_id = t.account_id) limit 1;
  if found then
    raise exception 'Transaction % is booked on account %, which does not exist', wrong.txn_id, wrong.account_id
      using errcode = 'PT409';
  end if;
  select t.* into wrong from (
    select r.account_id, r.txn_id, r.balance_after, case when r.status in ('declined', 'pending') then 0 else r.amount end
             + coalesce(lag(r.balance_after) over w, a.opening_balance) as expected
      from bank.transactions r join bank.accounts a on a.tenant_id = env and a.account_id = r.account_id
     where r.tenant_id = env and r.account_id = any (touched) and a.opening_balance is not null
    window w as (partition by r.account_id order by r.txn_ts, r.seq)) t
   where t.balance_after is distinct from t.expected order by t.account_id limit 1;
  if found then
    raise exception 'Transaction % on account % has balance %; its predecessor and amount give %', wrong.txn_id,
      wrong.account_id, coalesce(wrong.balance_after::text, 'none'), wrong.expected using errcode = 'PT409';
  end if;
  select a.account_id, a.current_balance, coalesce((select t.balance_after from bank.transactions t
           where t.tenant_id = env and t.account_id = a.account_id order by t.txn_ts desc, t.seq desc limit 1),
           a.opening_balance) as last into wrong
    from bank.accounts a where a.tenant_id = env and a.account_id = any (touched) and a.opening_balance is not null
     and a.current_balance is distinct from coalesce((select t.balance_after from bank.transactions t
           where t.tenant_id = env and t.account_id = a.account_id order by t.txn_ts desc, t.seq desc limit 1),
           a.opening_balance) limit 1;
  if found then
    raise exception 'Account % has balance %; its last transaction leaves %', wrong.account_id, wrong.current_balance,
      wrong.last using errcode = 'PT409';
  end if;
end $$;
