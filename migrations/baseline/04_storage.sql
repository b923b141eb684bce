create table storage.buckets (
  id text collate "C" primary key check (id <> '' and id !~ '/'),
  name text collate "C" not null unique,
  owner uuid,
  owner_id text,
  public boolean not null default false,
  file_size_limit bigint check (file_size_limit > 0),
  allowed_mime_types text[],
  avif_autodetection boolean not null default false,
  type text not null default 'STANDARD',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text collate "C" not null references storage.buckets,
  name text collate "C" not null check (name <> ''),
  owner uuid,
  owner_id text,
  metadata jsonb not null default '{}',
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version uuid not null unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  tenant_id uuid default private.tenant_id(),
  unique (bucket_id, name)
);
create index objects_by_creation on storage.objects (bucket_id, created_at, name);
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
create index objects_tenant on storage.objects (tenant_id);
