-- Stops runs whose subject or user was removed.
create function private.stop_runs(ids uuid[], reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  stopped uuid;
begin
  update public.runs
     set status = 'cancelled', cancel_requested = true, stop_reason = reason, error = reason,
         finished_at = now(), updated_at = now()
   where id = any (ids) and status = 'queued';
  for stopped in
    update public.runs set cancel_requested = true, stop_reason = reason, updated_at = now()
     where id = any (ids) and status = 'running' and not cancel_requested
    returning id
  loop
    perform pg_notify('sandbox_cancel', stopped::text);
  end loop;
end $$;

-- Stops runs that use a deleted dataset.
create function private.stop_runs_of_dataset() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.stop_runs(
    array(select id from public.runs
           where status in ('queued', 'running') and tenant_id = old.tenant_id
             and (old.id::text in (subject ->> 'manifestId', subject #>> '{threshold,baselineId}')
                  or subject -> 'manifestIds' ? old.id::text)),
    'The dataset was deleted.');
  return null;
end $$;
create trigger stops_runs after delete on public.ingestion_manifests
  for each row execute function private.stop_runs_of_dataset();

create function private.stop_runs_of_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.stop_runs(
    array(select id from public.runs where status in ('queued', 'running') and created_by = old.id),
    case tg_op when 'DELETE' then 'The account that started this was deleted.'
               else 'The account that started this was disabled.' end);
  return null;
end $$;
create trigger stops_runs after delete on public.profiles
  for each row execute function private.stop_runs_of_account();
create trigger stops_runs_when_disabled after update of status on public.profiles
  for each row when (old.status = 'active' and new.status = 'disabled')
  execute function private.stop_runs_of_account();
