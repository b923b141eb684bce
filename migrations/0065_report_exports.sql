-- Printing a report leaves a trace: reports tell of the people in the training data.
create function public.note_report_export(p_batch_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  owner uuid;
begin
  select tenant_id into owner from public.batch_reports
   where batch_id = p_batch_id and tenant_id = private.tenant_id();
  if owner is null then
    raise exception 'There is no report of this batch' using errcode = 'PT404';
  end if;
  perform audit.record('report.exported', 'batch_report', p_batch_id::text, owner);
end $$;
revoke execute on function public.note_report_export(uuid) from public;
grant execute on function public.note_report_export(uuid) to authenticated, service_role;
