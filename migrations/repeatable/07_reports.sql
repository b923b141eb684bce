-- Report contents are read through an audited function. Existence and hash are visible to the tenant.
grant select (batch_id, tenant_id, sha256, ordinal, cap, created_at) on public.batch_reports to :authenticated;
grant all on public.batch_reports to :service_role;
create policy everything on public.batch_reports to :service_role using (true) with check (true);
create policy own_tenant on public.batch_reports for select to :authenticated
  using (tenant_id = (select private.tenant_id()));

-- Audits the export of a report, since reports reveal facts about people in the training data.
create function public.note_report_export(p_batch_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  owner uuid;
begin
  select tenant_id into owner from public.batch_reports
   where batch_id = p_batch_id and tenant_id = private.tenant_id();
  if owner is null then
    raise exception 'This batch has no report' using errcode = 'PT404';
  end if;
  perform audit.record('report.exported', 'batch_report', p_batch_id::text, owner);
end $$;
grant execute on function public.note_report_export(uuid) to :authenticated, :service_role;

create function public.read_report(p_batch_id uuid)
returns table (quality json, privacy json, from_scratch json, sha256 text, ordinal int, cap int)
language plpgsql security definer set search_path = '' as $$
begin
  return query select r.quality, r.privacy, r.from_scratch, r.sha256, r.ordinal, r.cap
    from public.batch_reports r where r.batch_id = p_batch_id and r.tenant_id = private.tenant_id()
      and (p_batch_id <> all (private.truth_batches()) or private.reads_truth());
  -- Repeated reads within a minute count once.
  if found and not exists (
      select from audit.events e
       where e.actor_id = auth.uid() and e.object_id = p_batch_id::text and e.action = 'report.read'
         and e.at > clock_timestamp() - interval '1 minute') then
    perform audit.record('report.read', 'batch_report', p_batch_id::text, private.tenant_id());
  end if;
end $$;
grant execute on function public.read_report(uuid) to :authenticated;
