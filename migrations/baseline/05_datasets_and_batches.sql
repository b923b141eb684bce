-- What the sandbox itself keeps. Every row that belongs to somebody carries tenant_id, and one indexed
-- equality decides who sees it.

create table public.runs (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  kind text not null,
  subject jsonb not null default '{}',
  status text not null default 'queued'
    check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  stage text,
  done bigint not null default 0,
  total bigint,
  attempt int not null default 0,
  heartbeat_at timestamptz,
  cancel_requested boolean not null default false,
  error text,
  result jsonb,
  created_by uuid,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz not null default now()
);
create index runs_newest on public.runs (tenant_id, created_at desc);
create index runs_open on public.runs (status) where status in ('queued', 'running');
alter table public.runs enable row level security;

create table public.ingestion_manifests (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  filename text not null,
  record_count bigint not null,
  -- json keeps the order of the file's columns.
  schema json not null,
  storage_path text not null,
  kind text not null default 'upload' check (kind in ('upload', 'synthetic', 'blend')),
  template text,
  format text not null check (format in ('csv', 'parquet')),
  file_size bigint not null,
  sha256 text not null,
  dialect jsonb not null default '{}',
  rejected_count bigint not null default 0,
  rejects json not null default '[]',
  preview json not null default '[]',
  profile json,
  parquet_path text not null,
  batch_id uuid,
  uploaded_by uuid,
  created_at timestamptz not null default now(),
  -- What somebody who knows the data says its columns are for, over what their profile proposes.
  roles jsonb not null default '{}',
  -- How many reports may be made of its batches: together they tell more of its people than each alone.
  report_cap int not null default 20 check (report_cap between 0 and 10000)
);
create index ingestion_manifests_newest on public.ingestion_manifests (tenant_id, created_at desc);
alter table public.ingestion_manifests enable row level security;

create table public.generation_logs (
  batch_id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  entity_type text not null,
  project_id text,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  record_count bigint not null default 0,
  privacy_score smallint check (privacy_score between 0 and 100),
  quality_score smallint check (quality_score between 0 and 100),
  report_url text,
  csv_url text,
  preview json,
  manifest json,
  manifest_id uuid,
  run_id uuid,
  error text,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp()
);
create index generation_logs_newest on public.generation_logs (tenant_id, created_at desc);
create index generation_logs_export on public.generation_logs (tenant_id, entity_type, created_at desc)
  where csv_url is not null;
create index generation_logs_run on public.generation_logs (run_id);
alter table public.generation_logs enable row level security;

-- What was measured of a batch: against the rows it was learned from, or, for one made from scratch, against
-- its configuration.
create table public.batch_reports (
  batch_id uuid primary key references public.generation_logs on delete cascade,
  tenant_id uuid not null,
  quality json,
  privacy json,
  from_scratch json,
  sha256 text not null,
  created_at timestamptz not null default now(),
  -- Which report of its dataset this is, and how many there may be; null for a batch made from scratch.
  ordinal int,
  cap int
);
create index batch_reports_tenant on public.batch_reports (tenant_id);
alter table public.batch_reports enable row level security;
