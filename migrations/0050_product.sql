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
  created_at timestamptz not null default now()
);
create index ingestion_manifests_newest on public.ingestion_manifests (tenant_id, created_at desc);

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
  created_at timestamptz not null default now()
);
create index pattern_analysis_results_newest on public.pattern_analysis_results (tenant_id, created_at desc);
create index pattern_analysis_results_manifest on public.pattern_analysis_results (manifest_id);

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

create table public.evidence_documents (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default private.tenant_id(),
  filename text not null check (btrim(filename) <> '' and length(filename) <= 255),
  file_type text not null,
  file_size bigint not null check (file_size between 1 and 10485760),
  storage_path text not null unique,
  sha256 text,
  uploaded_by uuid not null default auth.uid(),
  org_id uuid references public.organizations,
  is_global boolean not null default false,
  created_at timestamptz not null default now(),
  check (is_global or org_id is not null)
);
create index evidence_documents_tenant on public.evidence_documents (tenant_id, created_at desc);
create index evidence_documents_global on public.evidence_documents (created_at desc) where is_global;

create table public.evidence_links (
  document_id uuid not null references public.evidence_documents on delete cascade,
  governance_run_id uuid not null references public.governance_audit,
  tenant_id uuid not null default private.tenant_id(),
  linked_by uuid not null default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (document_id, governance_run_id)
);
create index evidence_links_run on public.evidence_links (governance_run_id);

-- Rows of banks, by the million: in a schema of their own, read through views that leave tenancy out. The
-- columns before batch_id are those of the batch's file, in its order; the rest a load sets for the transaction.
create sequence bank.row_numbers cache 1000;
create function private.batch_id() returns uuid language sql stable set search_path = '' as $$
  select nullif(current_setting('request.batch_id', true), '')::uuid
$$;

create table bank.customers (
  customer_id text collate "C" not null,
  full_name text not null,
  email text not null,
  city text,
  risk_segment text,
  join_date date not null,
  country text,
  phone text,
  birth_year int,
  household_id text,
  employment text,
  monthly_income numeric(18, 2),
  batch_id uuid not null default private.batch_id(),
  seq bigint not null default nextval('bank.row_numbers'),
  tenant_id uuid not null default private.tenant_id(),
  primary key (tenant_id, seq)
);
-- A batch made again from its seed repeats its ids, so a key is unique within its batch.
create unique index customers_key on bank.customers (tenant_id, customer_id, batch_id);
create index customers_batch on bank.customers using brin (batch_id);

create table bank.accounts (
  account_id text collate "C" not null,
  account_type text not null,
  status text not null,
  current_balance numeric(18, 2) not null,
  credit_limit numeric(18, 2),
  open_date date not null,
  customer_id text collate "C" not null,
  currency text not null,
  opening_balance numeric(18, 2),
  close_date date,
  days_past_due int,
  status_history text,
  account_number text,
  bank_code text,
  card_number text,
  batch_id uuid not null default private.batch_id(),
  seq bigint not null default nextval('bank.row_numbers'),
  tenant_id uuid not null default private.tenant_id(),
  primary key (tenant_id, seq)
);
create unique index accounts_key on bank.accounts (tenant_id, account_id, batch_id);
create index accounts_batch on bank.accounts using brin (batch_id);

create table bank.transactions (
  txn_id text collate "C" not null,
  amount numeric(18, 2) not null,
  currency text,
  channel text,
  merchant_category text,
  aml_flag boolean not null default false,
  txn_ts timestamptz not null,
  account_id text collate "C",
  customer_id text collate "C",
  counterparty text,
  country text,
  mcc text,
  merchant text,
  type text,
  status text,
  balance_after numeric(18, 2),
  device text,
  batch_id uuid not null default private.batch_id(),
  seq bigint not null default nextval('bank.row_numbers'),
  tenant_id uuid not null default private.tenant_id(),
  primary key (tenant_id, txn_ts, seq)
);
create index transactions_batch on bank.transactions using brin (batch_id);

create view public.customers with (security_invoker = true) as
  select customer_id, full_name, email, city, risk_segment, join_date, country, phone, birth_year, household_id,
         employment, monthly_income, batch_id, seq
    from bank.customers;
create view public.accounts with (security_invoker = true) as
  select account_id, account_type, status, current_balance, credit_limit, open_date, customer_id, currency,
         opening_balance, close_date, days_past_due, status_history, account_number, bank_code, card_number,
         batch_id, seq
    from bank.accounts;
create view public.transactions with (security_invoker = true) as
  select txn_id, amount, currency, channel, merchant_category, aml_flag, txn_ts, account_id, customer_id,
         counterparty, country, mcc, merchant, type, status, balance_after, device, batch_id, seq
    from bank.transactions;

-- Counts as sums of deltas, so that a dashboard's count does not read a million rows.
create table private.row_deltas (
  relation text not null,
  tenant_id uuid not null,
  rows bigint not null
);
create index row_deltas_key on private.row_deltas (relation, tenant_id) include (rows);

create function private.count_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into private.row_deltas select tg_table_name, tenant_id, count(*) from changed group by tenant_id;
  else
    insert into private.row_deltas select tg_table_name, tenant_id, -count(*) from changed group by tenant_id;
  end if;
  return null;
end $$;

create function private.move_counted_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.row_deltas
    select tg_table_name, tenant_id, sum(n) from (
      select tenant_id, count(*) as n from new_rows group by tenant_id
      union all
      select tenant_id, -count(*) from old_rows group by tenant_id) moved
    group by tenant_id having sum(n) <> 0;
  return null;
end $$;

do $$
declare
  target text;
begin
  foreach target in array array['bank.customers', 'bank.accounts', 'bank.transactions',
      'public.generation_logs', 'public.governance_audit'] loop
    execute format('create trigger count_added after insert on %s referencing new table as changed
      for each statement execute function private.count_rows()', target);
    execute format('create trigger count_removed after delete on %s referencing old table as changed
      for each statement execute function private.count_rows()', target);
    execute format('create trigger count_moved after update on %s
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.move_counted_rows()', target);
  end loop;
end $$;

-- How many rows of a counted table the caller sees. Deltas are folded now and then by `private.fold_deltas`.
create function private.row_count(of_table text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(rows), 0)::bigint from private.row_deltas
   where relation = of_table
     and (tenant_id = private.tenant_id() or auth.role() = 'service_role')
$$;
grant execute on function private.row_count(text) to anon, authenticated, service_role;

create function private.fold_deltas() returns void language sql set search_path = '' as $$
  with gone as (delete from private.row_deltas returning relation, tenant_id, rows)
  insert into private.row_deltas select relation, tenant_id, sum(rows) from gone
   group by relation, tenant_id having sum(rows) <> 0
$$;

insert into private.tenant_tables values
  ('public.runs'), ('public.ingestion_manifests'), ('public.generation_logs'), ('public.governance_audit'),
  ('public.pattern_analysis_results'), ('public.exception_batches'), ('public.evidence_documents'),
  ('public.evidence_links'), ('bank.customers'), ('bank.accounts'), ('bank.transactions');

do $$
declare
  target regclass;
begin
  for target in select relation from private.tenant_tables loop
    execute format('alter table %s enable row level security', target);
    execute format('grant select on %s to authenticated', target);
    execute format('grant all on %s to service_role', target);
    execute format('create policy everything on %s to service_role using (true) with check (true)', target);
    if target <> 'public.evidence_documents'::regclass then
      execute format('create policy own_tenant on %s for select to authenticated
        using (tenant_id = (select private.tenant_id()))', target);
    end if;
  end loop;
end $$;
grant select on public.customers, public.accounts, public.transactions to authenticated, service_role;

-- Datasets: gone by their uploader, an admin or a superadmin of the tenant.
grant delete on public.ingestion_manifests to authenticated;
create policy uploader_or_admin_deletes on public.ingestion_manifests for delete to authenticated
  using (tenant_id = (select private.tenant_id())
    and (uploaded_by = (select auth.uid()) or (select private.is_admin())));

create function public.cancel_run(p_run_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  found uuid;
begin
  update public.runs set cancel_requested = true, updated_at = now()
   where id = p_run_id and tenant_id = private.tenant_id() and status in ('queued', 'running')
   returning id into found;
  if found is not null then
    perform pg_notify('sandbox_cancel', p_run_id::text);
  end if;
  return found is not null;
end $$;
revoke execute on function public.cancel_run(uuid) from public;
grant execute on function public.cancel_run(uuid) to authenticated, service_role;

-- A run's fate is its batches' fate, and whoever waits for it is told.
create function private.run_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status is distinct from old.status then
    update public.generation_logs set status = new.status, error = new.error
     where run_id = new.id and status not in ('completed', 'failed', 'cancelled') and new.status <> 'completed';
    if new.status in ('completed', 'failed', 'cancelled') then
      perform pg_notify('sandbox_run', new.id::text);
    end if;
  end if;
  return null;
end $$;
create trigger changed after update on public.runs
  for each row execute function private.run_changed();
