-- Audits changes of data, batches and analyses in their transaction. Events name the caller, or the account that the
-- server acts for.
create function audit.record_for(
  actor uuid, action text, object_type text, object_id text, tenant uuid, detail jsonb
) returns void language sql security definer set search_path = '' as $$
  insert into audit.events (tenant_id, actor_id, actor_email, action, object_type, object_id, detail)
  values (audit.organization_of(tenant), coalesce(auth.uid(), actor),
    coalesce(auth.email(), (select email from auth.users where id = actor)),
    action, object_type, object_id, jsonb_strip_nulls(detail) || audit.key_note())
$$;

create function private.dataset_recorded() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform audit.record_for(new.uploaded_by,
    case new.kind when 'blend' then 'dataset.blended' else 'dataset.uploaded' end,
    'ingestion_manifest', new.id::text, new.tenant_id,
    jsonb_build_object('filename', new.filename, 'sha256', new.sha256, 'records', new.record_count));
  return null;
end $$;
create trigger recorded after insert on public.ingestion_manifests
  for each row execute function private.dataset_recorded();

-- Records the request and the end of a batch or blend once each.
create function private.batch_recorded() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  what text := case new.status when 'queued' then 'requested' when 'running' then 'requested' else new.status end;
begin
  if tg_op = 'UPDATE' and (new.status = old.status or what = 'requested') then
    return null;
  end if;
  perform audit.record_for(new.created_by,
    case new.entity_type when 'blend' then 'blend.' else 'batch.' end || what,
    'generation_log', new.batch_id::text, new.tenant_id,
    jsonb_build_object('entity', new.entity_type, 'run', new.run_id, 'manifest', new.manifest_id,
      'records', case new.status when 'completed' then new.record_count end, 'error', new.error));
  return null;
end $$;
create trigger recorded after insert or update of status on public.generation_logs
  for each row execute function private.batch_recorded();

create function private.run_recorded() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  what text := case new.status when 'queued' then 'requested' when 'running' then 'requested' else new.status end;
begin
  if tg_op = 'UPDATE' and new.cancel_requested and not old.cancel_requested then
    perform audit.record_for(null, 'run.cancel_requested', 'run', new.id::text, new.tenant_id,
      jsonb_build_object('kind', new.kind, 'reason', new.stop_reason));
  end if;
  if new.kind = 'analyze' and (tg_op = 'INSERT' or (new.status <> old.status and what <> 'requested')) then
    perform audit.record_for(new.created_by, 'analysis.' || what, 'run', new.id::text, new.tenant_id,
      jsonb_build_object('manifest', new.subject ->> 'manifestId', 'batch', new.subject ->> 'batchId',
        'result', new.result ->> 'resultId', 'error', new.error));
  end if;
  return null;
end $$;
create trigger recorded after insert or update of status, cancel_requested on public.runs
  for each row execute function private.run_recorded();

create function private.evidence_linked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform audit.record('evidence.linked', 'evidence_links', new.document_id::text, new.tenant_id,
    jsonb_build_object('run', new.governance_run_id));
  return null;
end $$;
create trigger recorded after insert on public.evidence_links
  for each row execute function private.evidence_linked();

-- Records decisions on exception batches; single cases are in audit.decision_history.
create function private.exceptions_recorded() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status <> old.status then
    perform audit.record(
      'exceptions.' || case new.status when 'under_review' then 'review_started' when 'pending' then 'returned'
                                       else new.status end,
      'exception_batch', new.id::text, new.tenant_id,
      jsonb_build_object('name', new.batch_name, 'self_approved', new.self_approved));
  end if;
  return null;
end $$;
create trigger recorded after update of status on public.exception_batches
  for each row execute function private.exceptions_recorded();

-- Usage counts of keys never decrease.
create function audit.refuse_uncounting() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.requests > old.requests
     and (new.key_id, new.day, new.tenant_id, new.first_at) = (old.key_id, old.day, old.tenant_id, old.first_at) then
    return new;
  end if;
  raise exception 'The audit trail is append-only' using errcode = '42501';
end $$;
create trigger counted_only before update or delete on audit.key_use
  for each row execute function audit.refuse_uncounting();
create trigger never_empty before truncate on audit.key_use
  for each statement execute function audit.refuse_change();

create function audit.count_key_use(used public.api_keys) returns void
language plpgsql security definer set search_path = '' as $$
declare
  today date := (now() at time zone 'UTC')::date;
  counted bigint;
begin
  insert into audit.key_use as k (key_id, day, tenant_id) values (used.id, today, used.tenant_id)
    on conflict (key_id, day) do update set requests = k.requests + 1, last_at = clock_timestamp()
    returning requests into counted;
  if counted = 1 then
    perform audit.record('api_key.used', 'api_key', used.id::text, used.tenant_id,
      jsonb_build_object('name', used.name, 'day', today));
  end if;
end $$;
