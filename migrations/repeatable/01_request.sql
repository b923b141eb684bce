-- Opens the transaction of a request with its user, role and tenant.
grant usage on schema public, auth, private, bank, storage to :anon, :authenticated, :service_role;
revoke all on schema audit from public;

-- Returns the database role of a token's role claim. Each sandbox of a cluster has its own roles.
create function private.database_role(claimed text) returns text language sql immutable
return case claimed when 'anon' then :'anon' when 'authenticated' then :'authenticated'
  when 'service_role' then :'service_role' when 'key_holder' then :'key_holder' end;
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

-- Returns a time as text, the same in every session.
create function private.utc(at timestamptz) returns text
language sql stable set search_path = '' as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;

-- Recovery codes replace a factor but do not count as one.
create function private.has_second_factor(of_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.mfa_factors
    where user_id = of_user and status = 'verified' and factor_type <> 'recovery_code')
$$;

create function private.role_rank(role text) returns int language sql immutable
return case role when 'superadmin' then 3 when 'admin' then 2 when 'pilot_user' then 1 else 0 end;

-- Returns the strongest role of a user.
create function private.strongest_role(of_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select role from public.user_roles where user_id = of_user order by private.role_rank(role) desc limit 1
$$;

create function private.is_active(of_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users u join public.profiles p on p.id = u.id
    where u.id = of_user and p.status = 'active' and (u.banned_until is null or u.banned_until <= now()))
$$;

-- Returns the tenant and role of the request, which links, uploads and channels keep to be checked at each use.
create function private.standing() returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('tenant', private.tenant_id(), 'role', coalesce(private.app_role(), ''))
$$;
grant execute on function private.standing() to :anon, :authenticated, :service_role;

-- Returns true if an active user still belongs to the tenant with at least the role.
create function private.is_standing(of_user uuid, tenant uuid, taken_role text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_active(of_user)
    and private.role_rank(private.strongest_role(of_user)) >= private.role_rank(taken_role)
    and exists (select from public.profiles where id = of_user and coalesce(org_id, id) = tenant)
$$;

-- Opens a request's transaction: sets user, role and tenant, and checks that the session is valid. If a second factor
-- is required, both the session and the token must have it, so that older tokens are rejected. Claims with a standing
-- come from something made earlier; its tenant and role must still hold.
create function private.begin_request(claims jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_user uuid;
  found_org uuid;
  found_role text;
  disabled boolean;
  stepped_up boolean;
begin
  perform set_config('request.jwt.claims', claims::text, true),
          set_config('request.tenant_id', '', true),
          set_config('request.org_id', '', true),
          set_config('request.app_role', '', true);
  if claims ->> 'role' = 'key_holder' then
    perform private.begin_key_request((claims ->> 'key_id')::uuid);
    return;
  end if;
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
     and (s.not_after is null or s.not_after > now() or (claims ? 'standing' and s.links_until > now()));
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
  found_role := coalesce(private.strongest_role(found_user), '');
  if claims ? 'standing' and (claims #>> '{standing,tenant}' is distinct from coalesce(found_org, found_user)::text
      or private.role_rank(found_role) < private.role_rank(claims #>> '{standing,role}')) then
    raise exception 'The account no longer belongs to the organization with the role it had: start again'
      using errcode = 'PT403';
  end if;
  perform set_config('request.tenant_id', coalesce(found_org, found_user)::text, true),
          set_config('request.org_id', coalesce(found_org::text, ''), true),
          set_config('request.app_role', found_role, true);
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

-- Returns true in the transaction that deletes an organization.
create function private.is_erasing(tenant uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.organization_deletions
    where org_id = tenant and erasing = pg_current_xact_id_if_assigned())
$$;
