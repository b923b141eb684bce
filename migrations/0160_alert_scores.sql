-- Scores of alerts of other systems against the ground truth of a simulated batch. The truth itself is made again from
-- the seed when it is needed, and never shown.
create table public.alert_scores (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  batch_id uuid not null references public.generation_logs on delete cascade,
  system text not null check (char_length(btrim(system)) between 1 and 100),
  alerts_sha256 text not null,
  average_precision double precision not null,
  scores jsonb not null,
  created_by uuid,
  created_at timestamptz not null default now()
);
create index alert_scores_batch on public.alert_scores (batch_id, average_precision desc);
create index alert_scores_tenant on public.alert_scores (tenant_id);
alter table public.alert_scores enable row level security;
insert into private.tenant_tables values ('public.alert_scores');
