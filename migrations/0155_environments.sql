-- Environments: isolated copies of batches, pinned by the hash of their files. An environment is the tenant of its rows.
create table public.environments (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  name text not null check (name ~ '^[a-z0-9][a-z0-9._-]{0,62}$'),
  -- Hash of the request that made it: the same one again returns it.
  request_sha256 text not null,
  run_id uuid,
  pin text,
  files json not null default '[]',
  -- Tables that differ from the pin.
  changed text[] not null default '{}',
  expires_at timestamptz,
  reset_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  api_key_id uuid,
  api_key_scopes text[],
  unique (tenant_id, name)
);
create index environments_expiry on public.environments (expires_at) where expires_at is not null;
alter table public.environments enable row level security;
insert into private.tenant_tables values ('public.environments');
insert into storage.buckets (id, name, public) values ('environments', 'environments', false);

alter table public.api_keys add column environment_id uuid references public.environments on delete cascade,
  add constraint api_keys_environment_check check (environment_id is null or not 'ingest' = any (scopes));
create index api_keys_environment on public.api_keys (environment_id) where environment_id is not null;
