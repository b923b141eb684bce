-- Bytes that no row names any more: noted in the transaction that drops the row, removed by the server once it commits.
create table private.deleted_files (
  version uuid primary key,
  -- Later than now after an attempt that failed.
  due_at timestamptz not null default clock_timestamp()
);
create index deleted_files_due on private.deleted_files (due_at);

-- Why a run was stopped, where nobody pressed Cancel.
alter table public.runs add column stop_reason text;
