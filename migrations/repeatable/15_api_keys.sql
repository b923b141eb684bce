grant select (id, name, prefix, tables, expires_at, revoked_at, last_used_at, created_by, created_at)
  on public.api_keys to :authenticated;
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

-- Opens a request with an API key. Keys are invalid while their maker is disabled, deleted, unknown, or no longer in
-- the organization with the role that made them.
create function private.begin_key_request(presented bytea) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  found public.api_keys;
begin
  update public.api_keys k set last_used_at = now()
   where k.key_hash = presented and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
     and private.is_standing(k.created_by, k.made_for, k.made_as)
   returning * into found;
  if found.id is null then
    raise exception 'Invalid API key' using errcode = 'PT401';
  end if;
  perform audit.count_key_use(found);
  perform set_config('request.jwt.claims', '{"role": "authenticated"}', true),
          set_config('request.tenant_id', found.tenant_id::text, true),
          set_config('request.org_id', '', true),
          set_config('request.app_role', '', true),
          set_config('request.key_tables', array_to_string(found.tables, ','), true);
  return found.id;
end $$;
grant execute on function private.begin_key_request(bytea) to :authenticator;
