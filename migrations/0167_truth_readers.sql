-- Members who may read the ground truth of simulated batches: typology, role and hop of each row. Nobody, until an
-- administrator grants it.
create table public.truth_readers (
  tenant_id uuid not null,
  user_id uuid not null references public.profiles on delete cascade,
  granted_at timestamptz not null default now(),
  primary key (tenant_id, user_id)
);
create index truth_readers_user on public.truth_readers (user_id);
alter table public.truth_readers enable row level security;

-- Batches that are the ground truth of a simulated insurer or credit union.
create index generation_logs_truth on public.generation_logs (tenant_id)
  where entity_type = 'table' and manifest_id is null and manifest #>> '{request,table}' = 'ground_truth';

-- Archives of all tables of such a book contain it. They are made again without it.
delete from storage.objects o using public.generation_logs g
 where g.entity_type = 'table' and g.manifest_id is null and o.bucket_id = 'generated_data'
   and o.name in (select g.tenant_id || '/' || g.batch_id || '/export/' || archive
     from unnest(array['tables-csv.zip', 'tables-parquet.zip', 'tables-sql.zip']) archive);
