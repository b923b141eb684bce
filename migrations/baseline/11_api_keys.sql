-- Keys for programs. The key itself is shown once, by the function that makes it; here is its hash.
create table public.api_keys (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  name text not null check (btrim(name) <> '' and length(name) <= 100),
  prefix text not null,
  key_hash bytea not null unique,
  tables text[] not null check (tables <@ array['customers', 'accounts', 'transactions'] and cardinality(tables) > 0),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now()
);
create index api_keys_tenant on public.api_keys (tenant_id, created_at desc);
alter table public.api_keys enable row level security;
