-- Rankers that learn from reviewers' decisions: versions of an organization, each with its record under AI Governance.
create table public.rankers (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  version int not null check (version > 0),
  governance_run_id uuid not null references public.governance_audit on delete cascade,
  seed text not null,
  -- Decisions it was trained on, from which it can be trained again, and the files of their rows.
  decisions jsonb not null,
  confirmed int not null,
  cleared int not null,
  sources jsonb not null,
  trained_through timestamptz not null,
  model jsonb not null,
  sha256 text not null,
  evaluation jsonb,
  -- Evaluation on decisions after its training, measured when the next version was trained.
  evaluation_since jsonb,
  segments jsonb not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  unique (tenant_id, version)
);
alter table public.rankers enable row level security;
create index rankers_record on public.rankers (governance_run_id);

-- Settings of reviews: the ranker in use (none: scores without labels), and the number of cases reviewed a day.
create table public.review_settings (
  tenant_id uuid primary key,
  ranker_id uuid references public.rankers on delete set null,
  cases_a_day int check (cases_a_day between 1 and 10000)
);
create index review_settings_ranker on public.review_settings (ranker_id);
alter table public.review_settings enable row level security;
insert into private.tenant_tables values ('public.rankers'), ('public.review_settings');
