grant select (id, name, prefix, tables, scopes, rate_limit, requests, environment_id, expires_at, revoked_at, last_used_at, created_by,
  created_at) on public.api_keys to :authenticated;
grant update (revoked_at) on public.api_keys to :authenticated;
grant all on public.api_keys to :service_role;
create policy everything on public.api_keys to :service_role using (true) with check (true);
create policy admins_read on public.api_keys for select to :authenticated
  using (tenant_id = (select private.tenant_id()) and (select private.is_admin()));
create policy admins_revoke on public.api_keys for update to :authenticated
  using (tenant_id = (select private.tenant_id()) and (select private.is_admin()))
  with check (tenant_id = (select private.tenant_id()));

create function private.guard_api_key() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.revoked_at is not null then
    raise exception 'This key was already revoked' using errcode = 'PT409';
  end if;
  if auth.role() = 'authenticated' then
    new.revoked_at := now();
    perform audit.record('api_key.revoked', 'api_key', old.id::text, old.tenant_id,
      jsonb_build_object('name', old.name));
  end if;
  return new;
end $$;
create trigger guard before update of revoked_at on public.api_keys
  for each row execute function private.guard_api_key();

-- Records for which organization and with which role a key was made. Neither follows a later move of the row.
create function private.note_key_standing() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.made_for := new.tenant_id;
  new.made_as := coalesce(private.strongest_role(new.created_by), '');
  return new;
end $$;
create trigger note_standing before insert on public.api_keys
  for each row execute function private.note_key_standing();

-- Keys are invalid while their maker is disabled, deleted, unknown, or no longer in the organization with the role that
-- made them, and once the key that created them has ended.
create function private.is_valid(k public.api_keys) returns boolean
language sql stable set search_path = '' as $$
  select k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
     and private.is_standing(k.created_by, k.made_for, k.made_as)
     and not exists (select from public.environments e where e.id = k.environment_id and e.expires_at <= now())
     and not exists (select from public.api_keys p
       where p.id = k.parent_key_id and (p.revoked_at is not null or p.expires_at <= now()))
$$;

create function private.key_claims(k public.api_keys) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('role', 'key_holder', 'sub', k.created_by,
    'email', (select email from auth.users where id = k.created_by),
    'key_id', k.id, 'key_name', k.name, 'scopes', k.scopes, 'tables', k.tables,
    'environment', k.environment_id)
$$;

-- Counts a use of a key and returns its claims; no row if the key is invalid.
create function private.admit_key(presented bytea) returns table (claims jsonb, rate int)
language plpgsql set search_path = '' as $$
declare
  found public.api_keys;
begin
  update public.api_keys k set last_used_at = now(), requests = k.requests + 1
   where k.key_hash = presented and private.is_valid(k)
   returning * into found;
  if found.id is not null then
    perform audit.count_key_use(found);
    return query select private.key_claims(found), found.rate_limit;
  end if;
end $$;

-- Opens a request with an API key.
create function private.begin_key_request(of_key uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  found public.api_keys;
begin
  select * into found from public.api_keys k where k.id = of_key and private.is_valid(k);
  if found.id is null then
    raise exception 'Invalid API key' using errcode = 'PT401';
  end if;
  perform set_config('request.jwt.claims', private.key_claims(found)::text, true),
          set_config('request.tenant_id', coalesce((select e.rows_tenant from public.environments e where e.id = found.environment_id),
          found.tenant_id)::text, true);
end $$;

create function private.has_scope(variadic wanted text[]) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(auth.role() = 'key_holder' and auth.jwt() -> 'scopes' ?| wanted, false)
$$;

create function private.key_reads(of_table text) returns boolean
language sql stable set search_path = '' as $$
  select private.has_scope('read') and coalesce(auth.jwt() -> 'tables' ? of_table, false)
$$;

-- Refuses requests of keys without one of the scopes; does not concern other callers.
create function private.require_scope(variadic wanted text[]) returns void
language plpgsql stable set search_path = '' as $$
begin
  if auth.jwt() ? 'key_id' and not private.has_scope(variadic wanted) then
    raise exception 'This key lacks the scope %', array_to_string(wanted, ' or ') using errcode = '42501';
  end if;
end $$;

-- States the key and its scopes on records that it caused.
create function private.note_key() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.jwt() ? 'key_id' then
    perform private.require_scope(variadic string_to_array(tg_argv[0], ','));
    new.api_key_id := (auth.jwt() ->> 'key_id')::uuid;
    new.api_key_scopes := array(select jsonb_array_elements_text(auth.jwt() -> 'scopes'));
  end if;
  return new;
end $$;
create trigger note_key before insert on public.runs
  for each row execute function private.note_key('generate,ingest,export,reset');
create trigger note_key before insert on public.generation_logs
  for each row execute function private.note_key('generate,reset');
create trigger note_key before insert on public.governance_audit
  for each row execute function private.note_key('generate');
create trigger note_key before insert on public.ingestion_manifests
  for each row execute function private.note_key('ingest,generate');
create trigger note_key before insert on public.ingestion_recipes
  for each row execute function private.note_key('ingest');
create trigger note_key before insert on public.table_sets
  for each row execute function private.note_key('ingest');
