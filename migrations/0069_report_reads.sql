-- What a report says is read through a function that leaves a trace; that there is one, and its hash, is read as before.
revoke select on public.batch_reports from authenticated;
grant select (batch_id, tenant_id, sha256, ordinal, cap, created_at) on public.batch_reports to authenticated;

create function public.read_report(p_batch_id uuid)
returns table (quality json, privacy json, from_scratch json, sha256 text, ordinal int, cap int)
language plpgsql security definer set search_path = '' as $$
begin
  return query select r.quality, r.privacy, r.from_scratch, r.sha256, r.ordinal, r.cap
    from public.batch_reports r where r.batch_id = p_batch_id and r.tenant_id = private.tenant_id();
  if found then
    perform audit.record('report.read', 'batch_report', p_batch_id::text, private.tenant_id());
  end if;
end $$;
revoke execute on function public.read_report(uuid) from public;
grant execute on function public.read_report(uuid) to authenticated;
