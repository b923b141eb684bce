-- Rows of banks, by the million: in a schema of their own, read through views that leave tenancy out. The
-- columns before batch_id are those of the batch's file, in its order; the rest a load sets for the transaction.
create sequence bank.row_numbers cache 1000;

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
alter table bank.customers enable row level security;

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
alter table bank.accounts enable row level security;

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
alter table bank.transactions enable row level security;

-- Counts as sums of deltas, so that a dashboard's count does not read a million rows.
create table private.row_deltas (
  relation text not null,
  tenant_id uuid not null,
  rows bigint not null
);
create index row_deltas_key on private.row_deltas (relation, tenant_id) include (rows);
