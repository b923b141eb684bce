-- Announces committed changes of small tables: position and key, never content. Subscribers read the row under their
-- own policies. Trigger arguments are the key columns.
create function realtime.announce() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  perform pg_notify('sandbox_change', jsonb_build_object(
    'table', tg_table_name,
    'type', tg_op,
    'key', (select jsonb_object_agg(part, changed -> part) from unnest(tg_argv) part),
    'tenant', changed -> 'tenant_id',
    'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text);
  return null;
end $$;
create trigger announced after insert or update or delete on public.runs
  for each row execute function realtime.announce('id');
create trigger announced after insert or update or delete on public.ingestion_manifests
  for each row execute function realtime.announce('id');
create trigger announced after insert or update or delete on public.generation_logs
  for each row execute function realtime.announce('batch_id');
create trigger announced after insert or update or delete on public.governance_audit
  for each row execute function realtime.announce('run_id');
create trigger announced after insert or update or delete on public.pattern_analysis_results
  for each row execute function realtime.announce('id');
create trigger announced after insert or update or delete on public.exception_batches
  for each row execute function realtime.announce('id');
create trigger announced after insert or update or delete on public.exception_decisions
  for each row execute function realtime.announce('batch_id', 'item');
create trigger announced after insert or update or delete on public.evidence_documents
  for each row execute function realtime.announce('id');
create trigger announced after insert or update or delete on public.profiles
  for each row execute function realtime.announce('id');
