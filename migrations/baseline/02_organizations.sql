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
