-- What was ever spent of the privacy of the people in an uploaded source. The server alone writes here, as the
-- owner, before noise is drawn; nothing is ever taken back.
create table public.privacy_sources (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  name text not null,
  unit text not null,
  budget_epsilon double precision not null,
  budget_rho double precision not null,
  budget_delta double precision not null,
  created_at timestamptz not null default now()
);
create index privacy_sources_tenant on public.privacy_sources (tenant_id);

-- The columns from sequence to hash are what the hash is taken of, so time is text.
create table public.privacy_ledger (
  source_id uuid not null references public.privacy_sources,
  sequence int not null check (sequence > 0),
  time text not null,
  operation text not null,
  mechanism text not null,
  unit text not null,
  nano_rho bigint not null check (nano_rho >= 0),
  delta double precision not null check (delta >= 0),
  code_hash text not null,
  previous_hash text not null,
  hash text not null,
  epsilon double precision not null,
  run_id uuid,
  tenant_id uuid not null,
  primary key (source_id, sequence)
);
create index privacy_ledger_tenant on public.privacy_ledger (tenant_id);

-- Keyed hashes of some of a source's people, by which the same people are known when they come in another file.
create table private.privacy_sketches (
  element text collate "C" not null,
  source_id uuid not null references public.privacy_sources,
  primary key (element, source_id)
);

create table public.stored_models (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  manifest_id uuid not null references public.ingestion_manifests on delete cascade,
  mode text not null,
  epsilon double precision not null,
  engine text not null,
  model_hash text not null,
  model_bytes bigint not null,
  object_name text not null unique,
  guarantee json not null,
  sources uuid[] not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  roles jsonb not null default '{}'
);
create index stored_models_manifest on public.stored_models (manifest_id);
create index stored_models_tenant on public.stored_models (tenant_id);
alter table public.privacy_sources enable row level security;
alter table public.privacy_ledger enable row level security;
alter table public.stored_models enable row level security;
