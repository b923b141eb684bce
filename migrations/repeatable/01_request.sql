-- Opens the transaction of a request with its user, role and tenant.
grant usage on schema public, auth, private, bank, storage to :anon, :authenticated, :service_role;
revoke all on schema audit from public;

-- Returns the database role of a token's role claim. Each sandbox of a cluster has its own roles.
create function private.database_role(claimed text) returns text language sql immutable
return case claimed when 'anon' then :'anon' when 'authenticated' then :'authenticated'
  when 'service_role' then :'service_role' end;
grant execute on function private.database_role(text) to :anon, :authenticated, :service_role;

create function auth.jwt() returns jsonb language sql stable set search_path = '' as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb
$$;

create function auth.role() returns text language sql stable set search_path = '' as $$
  select auth.jwt() ->> 'role'
$$;

create function auth.email() returns text language sql stable set search_path = '' as $$
  select auth.jwt() ->> 'email'
$$;

create function private.org_id() returns uuid language sql stable set search_path = '' as $$
  select nullif(current_setting('request.org_id', true), '')::uuid
$$;

create function private.app_role() returns text language sql stable set search_path = '' as $$
  select nullif(current_setting('request.app_role', true), '')
$$;

create function private.is_superadmin() returns boolean language sql stable set search_path = '' as $$
  select coalesce(private.app_role() = 'superadmin', false)
$$;

create function private.is_admin() returns boolean language sql stable set search_path = '' as $$
  select coalesce(private.app_role() in ('admin', 'superadmin'), false)
$$;
grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email(),
  private.tenant_id(), private.org_id(), private.app_role(), private.is_superadmin(), private.is_admin()
  to :anon, :authenticated, :service_role;

-- Recovery codes replace a factor but do not count as one.
create function private.has_second_factor(of_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.mfa_factors
    where user_id = of_user and status = 'verified' and factor_type <> 'recovery_code')
$$;

-- Returns the strongest role of a user.
create function private.strongest_role(of_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select role from public.user_roles where user_id = of_user
  order by case role when 'superadmin' then 1 when 'admin' then 2 else 3 end limit 1
$$;

-- Opens a request's transaction: sets user, role and tenant, and checks that the session is valid. If a second factor
-- is required, both the session and the token must have it, so that older tokens are rejected.
create function private.begin_request(claims jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_user uuid;
  found_org uuid;
  disabled boolean;
  stepped_up boolean;
begin
  perform set_config('request.jwt.claims', claims::text, true),
          set_config('request.tenant_id', '', true),
          set_config('request.org_id', '', true),
          set_config('request.app_role', '', true);
  if claims ->> 'role' is distinct from 'authenticated' then
    return;
  end if;
  select u.id, p.org_id, coalesce(u.banned_until > now(), false) or coalesce(p.status = 'disabled', false),
         s.aal = 'aal2' and claims ->> 'aal' = 'aal2'
    into found_user, found_org, disabled, stepped_up
    from auth.sessions s
    join auth.users u on u.id = s.user_id
    left join public.profiles p on p.id = u.id
   where s.id = (claims ->> 'session_id')::uuid
     and u.id = (claims ->> 'sub')::uuid
     and (s.not_after is null or s.not_after > now());
  if found_user is null then
    raise exception 'Session from session_id claim in JWT does not exist' using errcode = 'PT401';
  end if;
  if disabled then
    raise exception 'User is banned' using errcode = 'PT403';
  end if;
  if stepped_up is not true then
    if private.has_second_factor(found_user) then
      raise exception 'AAL2 session is required' using errcode = 'PT403';
    end if;
    if exists (select from public.organizations where id = found_org and require_second_factor) then
      raise exception 'Your organization requires a second factor' using errcode = 'PT403',
        hint = 'Add one in Settings.';
    end if;
  end if;
  perform set_config('request.tenant_id', coalesce(found_org, found_user)::text, true),
          set_config('request.org_id', coalesce(found_org::text, ''), true),
          set_config('request.app_role', coalesce(private.strongest_role(found_user), ''), true);
end $$;

-- Privileges of the login role of requests before it assumes a role.
grant usage on schema private to :authenticator;
grant execute on function private.database_role(text), private.begin_request(jsonb) to :authenticator;

-- Refuses an answer of the data endpoint while it is built.
create function private.refuse_large_answer(max_bytes bigint) returns boolean
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'PT413',
    message = format('The answer is larger than %s MB', trim_scale(round(max_bytes / 1048576.0, 1))),
    hint = 'Select fewer columns, or read in pages with limit and offset. A write was undone; repeat it with Prefer: return=minimal.';
end $$;
grant execute on function private.refuse_large_answer(bigint) to :anon, :authenticated, :service_role;
