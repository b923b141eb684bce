create table public.exception_batches (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  batch_name text not null,
  exception_count int not null check (exception_count > 0),
  threshold_used numeric not null check (threshold_used between 0 and 1),
  status text not null default 'pending'
    check (status in ('pending', 'under_review', 'approved', 'rejected')),
  exceptions jsonb not null,
  approval_notes text,
  reviewed_by uuid,
  reviewed_at timestamptz,
  held_by uuid,
  self_approved boolean not null default false,
  manifest_id uuid references public.ingestion_manifests on delete set null,
  result_id uuid references public.pattern_analysis_results,
  created_by uuid,
  created_at timestamptz not null default now()
);
create index exception_batches_newest on public.exception_batches (tenant_id, created_at desc);
create index exception_batches_manifest on public.exception_batches (manifest_id);
alter table public.exception_batches enable row level security;

-- Decisions by people: exception batches, approval of model runs, evidence. The database holds the state machines.

create table audit.batch_history (
  id bigint generated always as identity primary key,
  batch_id uuid not null,
  tenant_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor_email text,
  from_status text,
  to_status text not null,
  notes text,
  self_approved boolean not null default false
);
create index batch_history_batch on audit.batch_history (batch_id, id);

-- Decisions on single exceptions: made while their batch is pending, kept as a history nobody can change.
create table public.exception_decisions (
  batch_id uuid not null references public.exception_batches on delete cascade,
  item int not null check (item >= 0),
  decision text not null check (decision in ('approved', 'rejected')),
  reason_code text constraint exception_decisions_reason_code check (reason_code in
    ('known_behaviour', 'one_off', 'data_error', 'duplicate', 'structuring', 'mule', 'takeover', 'country',
     'documents', 'other')),
  note text check (length(note) <= 4000),
  tenant_id uuid not null default private.tenant_id(),
  decided_by uuid not null default auth.uid(),
  decided_at timestamptz not null default now(),
  primary key (batch_id, item)
);
create index exception_decisions_tenant on public.exception_decisions (tenant_id);
alter table public.exception_decisions enable row level security;

create table audit.decision_history (
  id bigint generated always as identity primary key,
  batch_id uuid not null,
  item int not null,
  tenant_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor_email text,
  from_decision text,
  to_decision text,
  reason_code text,
  note text
);
create index decision_history_batch on audit.decision_history (batch_id, id);
