-- Buckets and the rows that name stored files. The bytes lie in the file store under the row's version,
-- so that renaming an object moves no bytes. Policies for the product's buckets come with the product.
create schema storage;
grant usage on schema storage to anon, authenticated, service_role;

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
  unique (bucket_id, name)
);
create index objects_by_creation on storage.objects (bucket_id, created_at, name);

create function storage.foldername(name text) returns text[]
language sql immutable set search_path = '' as $$
  select tokens[1:cardinality(tokens) - 1] from (select string_to_array(name, '/') as tokens) path
$$;

create function storage.filename(name text) returns text
language sql immutable set search_path = '' as $$
  select tokens[cardinality(tokens)] from (select string_to_array(name, '/') as tokens) path
$$;

-- What follows the last dot of the file's name; empty where it has none.
create function storage.extension(name text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(substring(storage.filename(name) from '\.([^.]*)$'), '')
$$;

grant execute on function storage.foldername(text), storage.filename(text), storage.extension(text)
  to anon, authenticated, service_role;

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant select, insert, update, delete on storage.buckets, storage.objects to anon, authenticated, service_role;

create policy service on storage.buckets to service_role using (true) with check (true);
create policy service on storage.objects to service_role using (true) with check (true);
