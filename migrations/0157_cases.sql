-- Cases: what is reviewed is an account or customer with its flagged rows, one open case for each of a dataset or batch.
create table public.cases (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  -- Newest analysis that found the subject, and its dataset or batch.
  batch_id uuid not null references public.exception_batches on delete cascade,
  source_id uuid not null,
  subject_column text not null,
  subject text not null,
  evidence double precision not null,
  rows int[] not null check (cardinality(rows) > 0),
  -- Strongest reasons as {row, feature, sentence}, and indexes of the analysis's patterns.
  reasons jsonb not null,
  patterns int[] not null default '{}',
  status text not null default 'open' check (status in ('open', 'escalated', 'closed')),
  assigned_to uuid,
  snoozed_until timestamptz,
  outcome text check (outcome in ('reported', 'confirmed', 'cleared', 'data_error')),
  reason_code text constraint cases_reason_code check (reason_code in
    ('known_behaviour', 'one_off', 'data_error', 'duplicate', 'structuring', 'mule', 'takeover', 'country',
     'documents', 'other')),
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  check ((status = 'closed') = (outcome is not null and reason_code is not null and closed_at is not null))
);
create unique index cases_open on public.cases (tenant_id, source_id, subject) where status <> 'closed';
create index cases_subject on public.cases (tenant_id, subject);
create index cases_batch on public.cases (batch_id);
alter table public.cases enable row level security;

create table public.case_events (
  id bigint generated always as identity primary key,
  case_id uuid not null references public.cases on delete cascade,
  tenant_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  action text not null check (action in ('found', 'comment', 'assign', 'snooze', 'escalate', 'close', 'reopen')),
  note text check (length(note) <= 4000),
  detail jsonb not null default '{}'
);
create index case_events_case on public.case_events (case_id, id);
create index case_events_tenant on public.case_events (tenant_id);
alter table public.case_events enable row level security;
insert into private.tenant_tables values ('public.cases'), ('public.case_events');
