-- Reports of many batches of one dataset tell, together, more of its people than each alone. There is a number of them
-- after which no more are made, until an administrator who answers for it raises it.
alter table public.ingestion_manifests add column report_cap int not null default 20 check (report_cap between 0 and 10000);
-- Which report of its dataset this is; null for a batch made from scratch.
alter table public.batch_reports add column ordinal int, add column cap int;

create function public.raise_report_cap(p_manifest_id uuid, p_cap int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  dataset public.ingestion_manifests;
begin
  if not private.is_admin() then
    raise exception 'Only an administrator raises the number of reports' using errcode = '42501';
  end if;
  select * into dataset from public.ingestion_manifests
   where id = p_manifest_id and tenant_id = private.tenant_id() for update;
  if dataset.id is null then
    raise exception 'Dataset not found' using errcode = 'PT404';
  end if;
  if p_cap is null or p_cap <= dataset.report_cap or p_cap > 10000 then
    raise exception 'The number of reports is raised from % to at most 10000', dataset.report_cap
      using errcode = 'PT400';
  end if;
  update public.ingestion_manifests set report_cap = p_cap where id = p_manifest_id;
  perform audit.record('dataset.report_cap_raised', 'ingestion_manifest', p_manifest_id::text, dataset.tenant_id,
    jsonb_build_object('from', dataset.report_cap, 'to', p_cap));
end $$;
revoke execute on function public.raise_report_cap(uuid, int) from public;
grant execute on function public.raise_report_cap(uuid, int) to authenticated;
