-- What the columns of a dataset are for, the balance that runs through them, and how the next file like it is read.
alter table public.ingestion_manifests
  add column mapping json,
  add column balance json,
  add column recipe json,
  -- The stored recipe that it was read with.
  add column recipe_id uuid;

create table public.ingestion_recipes (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  name text not null check (btrim(name) <> '' and length(name) <= 100),
  recipe json not null,
  sha256 text not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  unique (tenant_id, name)
);
alter table public.ingestion_recipes enable row level security;
