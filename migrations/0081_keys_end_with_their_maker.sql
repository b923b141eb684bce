-- A key for programs ends with the account that made it: disabled, deleted or not known, it opens nothing any more.
-- Enabling the account again gives its keys back.
create or replace function private.begin_key_request(presented bytea) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  found public.api_keys;
begin
  update public.api_keys k set last_used_at = now()
   where k.key_hash = presented and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
     and exists (
       select from auth.users u join public.profiles p on p.id = u.id
        where u.id = k.created_by and p.status = 'active' and (u.banned_until is null or u.banned_until <= now()))
   returning * into found;
  if found.id is null then
    raise exception 'Invalid API key' using errcode = 'PT401';
  end if;
  perform set_config('request.jwt.claims', '{"role": "authenticated"}', true),
          set_config('request.tenant_id', found.tenant_id::text, true),
          set_config('request.org_id', '', true),
          set_config('request.app_role', '', true),
          set_config('request.key_tables', array_to_string(found.tables, ','), true);
  return found.id;
end $$;
