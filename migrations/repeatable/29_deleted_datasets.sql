-- Deletes the analyses of a deleted dataset and their cases, which hold its rows. Each has its own retention, which
-- refuses the whole deletion.
create function private.delete_analyses_of_dataset() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  analyses uuid[] := array(select id from public.pattern_analysis_results where manifest_id = old.id);
  cases bigint;
begin
  delete from public.exception_batches where manifest_id = old.id or result_id = any (analyses);
  get diagnostics cases = row_count;
  delete from public.pattern_analysis_results where id = any (analyses);
  if cases + cardinality(analyses) > 0 then
    perform audit.record('dataset.analyses_deleted', 'ingestion_manifest', old.id::text, old.tenant_id,
      jsonb_build_object('analyses', cardinality(analyses), 'exception_batches', cases));
  end if;
  return old;
end $$;
-- After the guard of retention, in the order of names.
create trigger takes_analyses before delete on public.ingestion_manifests
  for each row execute function private.delete_analyses_of_dataset();

-- Counts what the deletion of a dataset deletes and keeps, for the confirmation.
create function public.count_dataset_deletion(p_manifest_id uuid)
returns table (models bigint, analyses bigint, exception_batches bigint, cases bigint, decisions bigint,
  kept_batches bigint, kept_blends bigint)
language sql stable security definer set search_path = '' as $$
  with dataset as (
    select id, tenant_id from public.ingestion_manifests
     where id = p_manifest_id and tenant_id = private.tenant_id()
  ), results as (
    select r.id from public.pattern_analysis_results r join dataset d on r.manifest_id = d.id
  ), batches as (
    select e.id, e.exception_count from public.exception_batches e, dataset d
     where e.manifest_id = d.id or e.result_id in (select id from results)
  ), made as (
    select g.entity_type from public.generation_logs g join dataset d on g.manifest_id = d.id
     where g.status = 'completed'
  )
  select (select count(*) from public.stored_models m join dataset d on m.manifest_id = d.id),
         (select count(*) from results), (select count(*) from batches),
         (select coalesce(sum(exception_count), 0) from batches),
         (select count(*) from public.exception_decisions c where c.batch_id in (select id from batches)),
         (select count(*) from made where entity_type <> 'blend'),
         (select count(*) from made where entity_type = 'blend')
    from dataset
$$;
grant execute on function public.count_dataset_deletion(uuid) to :authenticated;
