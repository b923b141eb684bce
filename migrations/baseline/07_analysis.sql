create table public.governance_audit (
  run_id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  model_type text not null,
  dataset_ref text not null,
  accuracy_score double precision check (accuracy_score between 0 and 1),
  risk_score double precision check (risk_score between 0 and 4),
  approved_for_production boolean not null default false,
  approved_by uuid,
  approved_at timestamptz,
  approval_notes text,
  manifest json,
  created_by uuid,
  created_at timestamptz not null default now()
);
create index governance_audit_newest on public.governance_audit (tenant_id, created_at desc);
alter table public.governance_audit enable row level security;

create table public.pattern_analysis_results (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  manifest_id uuid references public.ingestion_manifests on delete set null,
  dataset_name text not null,
  analysis_type text not null,
  clusters jsonb,
  anomaly_scores jsonb not null default '[]',
  parameters jsonb not null default '{}',
  governance_run_id uuid references public.governance_audit,
  created_by uuid,
  created_at timestamptz not null default now(),
  -- An analysis is of a dataset, or of a generated batch. What kind of rows it was of stays readable when the
  -- dataset is deleted.
  batch_id uuid references public.generation_logs on delete set null,
  data_kind text check (data_kind in ('upload', 'synthetic', 'blend'))
);
create index pattern_analysis_results_newest on public.pattern_analysis_results (tenant_id, created_at desc);
create index pattern_analysis_results_manifest on public.pattern_analysis_results (manifest_id);
create index pattern_analysis_results_batch on public.pattern_analysis_results (batch_id);
alter table public.pattern_analysis_results enable row level security;
