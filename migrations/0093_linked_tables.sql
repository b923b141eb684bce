-- Uploads whose rows name one another's: tables that are learned and drawn together.
create table public.table_sets (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  name text not null check (btrim(name) <> '' and length(name) <= 100),
  -- By table the column that names its rows, null where none does.
  keys json not null,
  -- Columns whose values name rows of another table.
  relations json not null,
  leave_orphans_out boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default now()
);
alter table public.table_sets enable row level security;
create index table_sets_newest on public.table_sets (tenant_id, created_at desc);

insert into private.tenant_tables values ('public.table_sets');

alter table public.ingestion_manifests
  add column table_set_id uuid references public.table_sets on delete cascade,
  add column table_name text,
  add constraint ingestion_manifests_table_check check ((table_set_id is null) = (table_name is null)),
  add constraint ingestion_manifests_table_key unique (table_set_id, table_name);
