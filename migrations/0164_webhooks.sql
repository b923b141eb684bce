-- Webhooks of an organization, or of one of its environments.
create table public.webhooks (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  environment_id uuid references public.environments on delete cascade,
  url text not null check (char_length(url) <= 2048),
  events text[] not null check (cardinality(events) > 0 and events <@ array['batch.finished', 'environment.advanced',
    'environment.reset', 'transactions.declined', 'transactions.pending', 'transactions.posted',
    'transactions.settled']),
  -- Key of the signatures.
  secret bytea not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  api_key_id uuid,
  api_key_scopes text[]
);
create index webhooks_tenant on public.webhooks (tenant_id);
create index webhooks_environment on public.webhooks (environment_id) where environment_id is not null;

-- One event for one webhook, entered in the transaction of what it reports. Its id stays the same in each attempt.
create table public.webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  webhook_id uuid not null references public.webhooks on delete cascade,
  event text not null,
  body text not null,
  created_at timestamptz not null default now(),
  attempts int not null default 0,
  -- Null once delivered, or after the last attempt.
  next_attempt_at timestamptz default now(),
  delivered_at timestamptz,
  last_status int,
  last_error text
);
create index webhook_deliveries_due on public.webhook_deliveries (next_attempt_at) where next_attempt_at is not null;
create index webhook_deliveries_webhook on public.webhook_deliveries (webhook_id, created_at desc);
create index webhook_deliveries_tenant on public.webhook_deliveries (tenant_id);
alter table public.webhooks enable row level security;
alter table public.webhook_deliveries enable row level security;
insert into private.tenant_tables values ('public.webhooks'), ('public.webhook_deliveries');
