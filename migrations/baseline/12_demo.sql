-- Demo rows, prepared by the engine at start, and the procedure that copies them into an organization.
create table private.demo_customers (like bank.customers);
alter table private.demo_customers drop column batch_id, drop column seq, drop column tenant_id;

create table private.demo_accounts (like bank.accounts);
alter table private.demo_accounts drop column batch_id, drop column seq, drop column tenant_id;

create table private.demo_transactions (like bank.transactions);
alter table private.demo_transactions drop column batch_id, drop column seq, drop column tenant_id;

create table private.demo_manifests (entity text primary key, manifest json not null, rows int not null);

create table private.demo_seeds (
  org_id uuid primary key references public.organizations,
  seeded_by uuid,
  seeded_at timestamptz not null default now()
);
