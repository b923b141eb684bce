-- Organizations, people, roles: who shares what. Superadmins manage these, and see no tenant's data.
create table public.organizations (
  id uuid primary key default gen_random_uuid(),
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  domain text not null check (btrim(domain) <> '' and length(domain) <= 255),
  four_eyes boolean not null default false,
  require_second_factor boolean not null default false,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now()
);
create unique index organizations_name on public.organizations (lower(name));

create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  email text not null,
  full_name text,
  org_id uuid references public.organizations,
  status text not null default 'active' check (status in ('active', 'disabled')),
  settings jsonb not null default '{"preferred_mode": "synthetic"}'
    check (jsonb_typeof(settings) = 'object'
      and coalesce(settings ->> 'preferred_mode', 'synthetic') in ('synthetic', 'real', 'blend')
      and length(settings::text) <= 20000),
  tenant_id uuid generated always as (coalesce(org_id, id)) stored,
  created_at timestamptz not null default now()
);
create index profiles_org on public.profiles (org_id);

create table public.user_roles (
  user_id uuid not null references public.profiles on delete cascade,
  role text not null default 'pilot_user' check (role in ('superadmin', 'admin', 'pilot_user')),
  created_at timestamptz not null default now(),
  primary key (user_id, role)
);

alter table public.organizations enable row level security;
alter table public.profiles enable row level security;
alter table public.user_roles enable row level security;

grant select on public.organizations, public.profiles, public.user_roles to authenticated;
grant insert (name, domain) on public.organizations to authenticated;
grant update (name, domain, four_eyes, require_second_factor) on public.organizations to authenticated;
grant update (settings, status, org_id, full_name) on public.profiles to authenticated;
grant delete on public.profiles to authenticated;
grant insert, delete on public.user_roles to authenticated;
grant all on public.organizations, public.profiles, public.user_roles to service_role;

create policy everything on public.organizations to service_role using (true) with check (true);
create policy everything on public.profiles to service_role using (true) with check (true);
create policy everything on public.user_roles to service_role using (true) with check (true);

create policy members_and_superadmins_read on public.organizations for select to authenticated
  using (id = (select private.org_id()) or (select private.is_superadmin()));
create policy superadmins_create on public.organizations for insert to authenticated
  with check ((select private.is_superadmin()));
create policy superadmins_change on public.organizations for update to authenticated
  using ((select private.is_superadmin())) with check ((select private.is_superadmin()));

create policy own_organizations_and_superadmins_read on public.profiles for select to authenticated
  using (tenant_id = (select private.tenant_id()) or (select private.is_superadmin()));
create policy own_and_superadmins_change on public.profiles for update to authenticated
  using (id = (select auth.uid()) or (select private.is_superadmin()))
  with check (id = (select auth.uid()) or (select private.is_superadmin()));
create policy superadmins_delete on public.profiles for delete to authenticated
  using ((select private.is_superadmin()));

create policy own_and_superadmins_read on public.user_roles for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_superadmin()));
create policy superadmins_grant on public.user_roles for insert to authenticated
  with check ((select private.is_superadmin()));
create policy superadmins_withdraw on public.user_roles for delete to authenticated
  using ((select private.is_superadmin()));

-- The strongest of a user's roles.
create function private.strongest_role(of_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select role from public.user_roles where user_id = of_user
  order by case role when 'superadmin' then 1 when 'admin' then 2 else 3 end limit 1
$$;

-- Opens a request's transaction: who is it, may they still, and whose rows are theirs.
create function private.begin_request(claims jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_user uuid;
  found_org uuid;
  disabled boolean;
begin
  perform set_config('request.jwt.claims', claims::text, true),
          set_config('request.tenant_id', '', true),
          set_config('request.org_id', '', true),
          set_config('request.app_role', '', true);
  if claims ->> 'role' is distinct from 'authenticated' then
    return;
  end if;
  select u.id, p.org_id, coalesce(u.banned_until > now(), false) or coalesce(p.status = 'disabled', false)
    into found_user, found_org, disabled
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
  perform set_config('request.tenant_id', coalesce(found_org, found_user)::text, true),
          set_config('request.org_id', coalesce(found_org::text, ''), true),
          set_config('request.app_role', coalesce(private.strongest_role(found_user), ''), true);
end $$;

create function private.other_superadmins(than uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from public.user_roles r join public.profiles p on p.id = r.user_id
   where r.role = 'superadmin' and p.status = 'active' and r.user_id <> than
$$;

-- A user's personal rows follow them into an organization. Later migrations name the tables.
create table private.tenant_tables (relation regclass primary key);

create function private.move_tenant(from_tenant uuid, to_tenant uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target regclass;
begin
  for target in select relation from private.tenant_tables loop
    execute format('update %s set tenant_id = $2 where tenant_id = $1', target) using from_tenant, to_tenant;
  end loop;
end $$;

create function private.guard_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  by_client boolean := auth.role() = 'authenticated';
begin
  if tg_op = 'UPDATE' then
    if by_client and not private.is_superadmin()
       and row(new.status, new.org_id, new.full_name, new.email)
           is distinct from row(old.status, old.org_id, old.full_name, old.email) then
      raise exception 'Only your own settings can be changed' using errcode = '42501';
    end if;
    if by_client and new.settings is distinct from old.settings and new.id <> auth.uid() then
      raise exception 'Only your own settings can be changed' using errcode = '42501';
    end if;
  end if;
  if tg_op = 'DELETE' or (new.status = 'disabled' and old.status = 'active') then
    if old.id = auth.uid() then
      raise exception 'You cannot disable or delete yourself' using errcode = '42501';
    end if;
    if exists (select from public.user_roles where user_id = old.id and role = 'superadmin')
       and private.other_superadmins(old.id) = 0 then
      raise exception 'The last superadmin cannot be disabled or deleted' using errcode = '42501';
    end if;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger guard before update or delete on public.profiles
  for each row execute function private.guard_profile();

create function private.profile_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform audit.record('user.deleted', 'profile', old.id::text, old.tenant_id,
      jsonb_build_object('email', old.email));
    delete from auth.users where id = old.id;
    return null;
  end if;
  if new.status is distinct from old.status then
    update auth.users set banned_until = case new.status when 'disabled' then 'infinity'::timestamptz end
     where id = new.id;
    perform audit.record('user.' || new.status, 'profile', new.id::text, new.tenant_id,
      jsonb_build_object('email', new.email));
  end if;
  if new.org_id is distinct from old.org_id then
    if old.org_id is null and new.org_id is not null then
      perform private.move_tenant(old.id, new.org_id);
    end if;
    perform audit.record('user.organization_changed', 'profile', new.id::text, new.tenant_id,
      jsonb_build_object('email', new.email, 'from', old.org_id, 'to', new.org_id));
  end if;
  return null;
end $$;
create trigger changed after update or delete on public.profiles
  for each row execute function private.profile_changed();

create function private.guard_role() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    -- A role that goes with its profile was guarded there.
    if old.role = 'superadmin' and private.other_superadmins(old.user_id) = 0
       and exists (select from public.profiles where id = old.user_id) then
      raise exception 'The last superadmin keeps the role' using errcode = '42501';
    end if;
    perform audit.record('role.withdrawn', 'user_role', old.user_id::text, null,
      jsonb_build_object('role', old.role));
    return old;
  end if;
  perform audit.record('role.granted', 'user_role', new.user_id::text, null,
    jsonb_build_object('role', new.role));
  return new;
end $$;
create trigger guard before insert or delete on public.user_roles
  for each row execute function private.guard_role();

create function private.organization_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform audit.record(
    case tg_op when 'INSERT' then 'organization.created' else 'organization.changed' end,
    'organization', new.id::text, new.id,
    jsonb_build_object('name', new.name, 'domain', new.domain, 'four_eyes', new.four_eyes,
      'require_second_factor', new.require_second_factor));
  return null;
end $$;
create trigger changed after insert or update on public.organizations
  for each row execute function private.organization_changed();
