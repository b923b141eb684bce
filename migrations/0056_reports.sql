-- What was measured of a batch: against the rows it was learned from, or, for one made from scratch, against
-- its configuration.
create table public.batch_reports (
  batch_id uuid primary key references public.generation_logs on delete cascade,
  tenant_id uuid not null,
  quality json,
  privacy json,
  from_scratch json,
  sha256 text not null,
  created_at timestamptz not null default now()
);
create index batch_reports_tenant on public.batch_reports (tenant_id);
insert into private.tenant_tables values ('public.batch_reports');
alter table public.batch_reports enable row level security;
grant select on public.batch_reports to authenticated;
grant all on public.batch_reports to service_role;
create policy everything on public.batch_reports to service_role using (true) with check (true);
create policy own_tenant on public.batch_reports for select to authenticated
  using (tenant_id = (select private.tenant_id()));
