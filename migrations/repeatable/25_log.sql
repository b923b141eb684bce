-- Writes log entries in the transaction of the action. The kinds are listed in src/shared/log-entries.ts.
reset role;
set local role :log;
grant usage on schema log to :owner;
grant select on log.outbox, log.leaves, log.checkpoints, log.outside_signatures, log.halted to :owner;
grant insert (kind, organization, subject, sha256, actor, detail) on log.outbox to :owner;
reset role;
set local role :owner;

create function private.salt_of(of_id uuid) returns bytea
language plpgsql security definer set search_path = '' as $$
declare
  found bytea;
begin
  select salt into found from private.commitment_salts where id = of_id;
  if found is null then
    insert into private.commitment_salts (id) values (of_id) on conflict do nothing;
    select salt into found from private.commitment_salts where id = of_id;
  end if;
  return found;
end $$;

create function private.commitment(of_id uuid) returns text
language sql security definer set search_path = '' as $$
  select encode(sha256(private.salt_of(of_id) || convert_to(of_id::text, 'UTF8')), 'hex') where of_id is not null
$$;

-- Returns the public commitment to an uploaded file. Its hash or row count would allow someone who knows all other rows
-- to guess the last one; the commitment needs the dataset's salt, which is kept after deletion so that its organization
-- can prove the training data.
create function private.source_commitment(dataset uuid, file_sha256 text) returns text
language sql security definer set search_path = '' as $$
  select encode(sha256(private.salt_of(dataset) || convert_to(file_sha256, 'UTF8')), 'hex')
$$;

-- Creates the salt with the account, so that no transactions wait for each other later.
create function private.salt_made() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.commitment_salts (id) values (new.id) on conflict do nothing;
  return null;
end $$;
create trigger salted after insert on auth.users for each row execute function private.salt_made();
create trigger salted after insert on public.organizations for each row execute function private.salt_made();

-- Erases the salt once all entries of a deleted account are written: without it, entries reveal nothing about the
-- account.
create function private.salt_erased() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.commitment_salts where id = old.id;
  -- What opens the entries of a tenant of one user goes with it.
  update private.log_openings
     set person_id = null, person = null, person_salt = null, words = null, words_salt = null, erased_at = now()
   where tenant_id = old.id;
  return null;
end $$;
create constraint trigger erased after delete on public.profiles deferrable initially deferred
  for each row execute function private.salt_erased();

-- Commits to a text by a salt.
create function private.salted(salt bytea, said text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(salt || convert_to(said, 'UTF8')), 'hex')
$$;

-- Writes a log entry. `detail` contains no names and no free text. The actor is the caller, or `actor` if the server
-- acts for someone. The entry commits to the actor's name and address (`by`) and to `words` (`said`), each by a salt of
-- its own; private.log_openings opens them.
create function private.log_entry(
  kind text, subject text, tenant uuid, sha256 text default null, detail jsonb default '{}', actor uuid default null,
  words jsonb default null
) returns void language plpgsql security definer set search_path = '' as $$
declare
  opening private.log_openings;
begin
  opening.tenant_id := tenant;
  opening.person_id := coalesce(auth.uid(), actor);
  if opening.person_id is not null then
    opening.person_salt := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
    select jsonb_build_object('id', opening.person_id, 'email', p.email, 'name', p.full_name)::text into opening.person
      from (select) one left join public.profiles p on p.id = opening.person_id;
  end if;
  if words is not null then
    opening.words_salt := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
    opening.words := words::text;
  end if;
  insert into log.outbox (kind, organization, subject, sha256, actor, detail)
  values (kind, coalesce(private.commitment(tenant), ''), subject, sha256, private.commitment(opening.person_id),
    jsonb_strip_nulls(coalesce(detail, '{}') || jsonb_build_object(
      'by', private.salted(opening.person_salt, opening.person),
      'said', private.salted(opening.words_salt, opening.words))))
  returning id into opening.outbox_id;
  if opening.person is not null or opening.words is not null then
    insert into private.log_openings values (opening.*);
  end if;
end $$;

-- Rejects approvals while the log is not being sealed; reads continue.
create function private.require_live_log() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from log.halted)
     or exists (select from log.outbox where at < now() - interval '5 minutes') then
    raise exception 'Approvals wait: the log has not been sealed for 5 minutes. Ask the operator to check the worker.'
      using errcode = 'PT503';
  end if;
end $$;

create function private.dataset_logged() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.log_entry('dataset.deleted', old.id::text, old.tenant_id,
      private.source_commitment(old.id, old.sha256));
  else
    perform private.log_entry(
      case new.kind when 'blend' then 'dataset.blended' else 'dataset.uploaded' end,
      new.id::text, new.tenant_id, private.source_commitment(new.id, new.sha256), '{}',
      new.uploaded_by, jsonb_build_object('filename', new.filename));
  end if;
  return null;
end $$;
create trigger logged after insert or delete on public.ingestion_manifests
  for each row execute function private.dataset_logged();

-- Logs a changed manifest of a completed batch (new report) as a separate entry.
create function private.batch_logged() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hash text := new.manifest ->> 'sha256';
  before text := case tg_op when 'UPDATE' then old.manifest ->> 'sha256' end;
  was text := case tg_op when 'UPDATE' then old.status end;
begin
  if new.status = 'completed' and was is distinct from 'completed' then
    perform private.log_entry('batch.completed', new.batch_id::text, new.tenant_id, hash,
      jsonb_build_object('entity', new.entity_type, 'records', new.record_count), new.created_by,
      jsonb_build_object('name', new.name, 'dataset', new.manifest_id, 'created_at', private.utc(new.created_at)));
  elsif new.status = 'completed' and hash is distinct from before then
    perform private.log_entry('batch.resealed', new.batch_id::text, new.tenant_id, hash,
      jsonb_build_object('before', before), new.created_by);
  elsif new.status = 'deleted' and was is distinct from 'deleted' then
    perform private.log_entry('batch.deleted', new.batch_id::text, new.tenant_id, hash, '{}', new.deleted_by);
  end if;
  return null;
end $$;
create trigger logged after insert or update of status, manifest on public.generation_logs
  for each row execute function private.batch_logged();

-- Logs the removal of a completed batch's row as its deletion, on both trails.
create function private.batch_row_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.log_entry('batch.deleted', old.batch_id::text, old.tenant_id, old.manifest ->> 'sha256');
  perform audit.record('batch.deleted', 'generation_log', old.batch_id::text, old.tenant_id,
    jsonb_build_object('entity', old.entity_type, 'row', true));
  return null;
end $$;
create trigger row_deleted after delete on public.generation_logs
  for each row when (old.status = 'completed') execute function private.batch_row_deleted();

create function private.report_logged() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.log_entry('report.measured', new.batch_id::text, new.tenant_id, new.sha256,
    jsonb_build_object('ordinal', new.ordinal),
    (select created_by from public.generation_logs where batch_id = new.batch_id));
  return null;
end $$;
create trigger logged after insert or update of sha256 on public.batch_reports
  for each row execute function private.report_logged();

-- Logs a record of a model or an analysis with its maker.
create function private.record_logged() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.log_entry('model.recorded', new.run_id::text, new.tenant_id, new.manifest ->> 'sha256', '{}',
    new.created_by, jsonb_build_object('model_type', new.model_type, 'dataset_ref', new.dataset_ref,
      'batch_id', new.batch_id, 'created_at', private.utc(new.created_at)));
  return null;
end $$;
create trigger recorded after insert on public.governance_audit
  for each row execute function private.record_logged();

create function private.approval_logged() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  lapsing boolean := current_setting('sandbox.lapsing', true) = 'on';
  a public.model_approvals;
begin
  if new.approved_for_production = old.approved_for_production then
    return null;
  end if;
  select * into a from public.model_approvals where run_id = new.run_id and closed_at is null;
  if new.approved_for_production then
    perform private.log_entry('model.approved', new.run_id::text, new.tenant_id, new.manifest ->> 'sha256',
      jsonb_build_object('approval', a.sha256, 'expires', a.expires_on,
        'maker_checker', case when not a.maker_checker then false end),
      a.approved_by, private.approval_terms(a));
  elsif lapsing then
    perform private.log_entry('model.lapsed', new.run_id::text, new.tenant_id, new.manifest ->> 'sha256',
      jsonb_build_object('approval', a.sha256, 'expires', a.expires_on), null,
      jsonb_build_object('reason', a.lapsed_because, 'at', private.utc(a.lapsed_at)));
  else
    perform private.log_entry('model.revoked', new.run_id::text, new.tenant_id, new.manifest ->> 'sha256', '{}', null,
      private.revocation_of(new.run_id));
  end if;
  return null;
end $$;
create trigger logged after update of approved_for_production on public.governance_audit
  for each row execute function private.approval_logged();

-- Logs the decision on an exception batch, as its history records it.
create function private.exceptions_logged() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  batch public.exception_batches;
begin
  select * into batch from public.exception_batches where id = new.batch_id;
  perform private.log_entry('review.decided', new.batch_id::text, new.tenant_id, null,
    jsonb_build_object('decision', new.to_status, 'exceptions', batch.exception_count), new.actor_id,
    jsonb_build_object('at', private.utc(new.at), 'before', new.from_status, 'after', new.to_status,
      'note', new.notes, 'self_approved', new.self_approved));
  return null;
end $$;
create trigger logged after insert on audit.batch_history
  for each row when (new.to_status in ('approved', 'rejected')) execute function private.exceptions_logged();

create function private.decision_logged() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.log_entry('case.decided', new.batch_id::text, new.tenant_id, null,
    jsonb_build_object('case', new.item, 'from', new.from_decision, 'to', new.to_decision, 'reason', new.reason_code),
    new.actor_id, jsonb_build_object('at', private.utc(new.at), 'before', new.from_decision, 'after', new.to_decision,
      'note', new.note, 'self_approved', false));
  return null;
end $$;
create trigger logged after insert on audit.decision_history
  for each row execute function private.decision_logged();

create function private.evidence_logged() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  giver private.document_givers;
begin
  select * into giver from private.document_givers where document_id = (case tg_op when 'DELETE' then old.id else new.id end);
  if tg_op = 'DELETE' then
    perform private.log_entry('evidence.deleted', old.id::text, coalesce(giver.tenant_id, old.tenant_id), old.sha256);
    delete from private.document_givers where document_id = old.id;
  else
    perform private.log_entry('evidence.uploaded', new.id::text, coalesce(giver.tenant_id, new.tenant_id), new.sha256,
      '{}', coalesce(giver.uploaded_by, new.uploaded_by),
      jsonb_build_object('filename', new.filename, 'created_at', private.utc(new.created_at)));
  end if;
  return null;
end $$;
create trigger logged after insert or delete on public.evidence_documents
  for each row execute function private.evidence_logged();

create function private.evidence_link_logged() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  link public.evidence_links := case tg_op when 'DELETE' then old else new end;
begin
  perform private.log_entry(case tg_op when 'DELETE' then 'evidence.unlinked' else 'evidence.linked' end,
    link.document_id::text, link.tenant_id, null, jsonb_build_object('run', link.governance_run_id));
  return null;
end $$;
create trigger logged after insert or delete on public.evidence_links
  for each row execute function private.evidence_link_logged();

create function private.privacy_logged() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.log_entry('privacy.spent', new.source_id::text, new.tenant_id, new.hash,
    jsonb_build_object('sequence', new.sequence, 'nano_rho', new.nano_rho),
    (select created_by from public.runs where id = new.run_id));
  return null;
end $$;
create trigger logged after insert on public.privacy_ledger
  for each row execute function private.privacy_logged();

-- Logs role changes, which belong to no organization, with a commitment to the user.
create function private.role_logged() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.log_entry('role.withdrawn', private.commitment(old.user_id), null, null,
      jsonb_build_object('role', old.role));
  else
    perform private.log_entry('role.granted', private.commitment(new.user_id), null, null,
      jsonb_build_object('role', new.role));
  end if;
  return null;
end $$;
create trigger logged after insert or delete on public.user_roles
  for each row execute function private.role_logged();

-- Logs who belongs where and who may sign in. Names are hashed with the salt of their owner.
create function private.user_logged() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  subject text := private.commitment(new.id);
begin
  if new.status is distinct from old.status then
    perform private.log_entry('user.status_set', subject, new.tenant_id, null,
      jsonb_build_object('status', new.status));
  end if;
  if new.org_id is distinct from old.org_id then
    perform private.log_entry('user.moved', subject, new.tenant_id, null, jsonb_build_object(
      'from', private.commitment(old.org_id), 'to', private.commitment(new.org_id)));
  end if;
  if (new.full_name, new.email) is distinct from (old.full_name, old.email) then
    perform private.log_entry('user.renamed', subject, new.tenant_id,
      private.source_commitment(new.id, jsonb_build_array(new.full_name, new.email)::text));
  end if;
  return null;
end $$;
create trigger logged after update of status, org_id, full_name, email on public.profiles
  for each row execute function private.user_logged();

-- Logs an organization's rules on approvals and sign-in, and its name.
create function private.organization_logged() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  subject text := private.commitment(new.id);
begin
  if (new.four_eyes, new.require_second_factor) is distinct from (old.four_eyes, old.require_second_factor) then
    perform private.log_entry('organization.rules_set', subject, new.id, null, jsonb_build_object(
      'maker_checker', new.four_eyes, 'second_factor', new.require_second_factor));
  end if;
  if (new.name, new.domain) is distinct from (old.name, old.domain) then
    perform private.log_entry('organization.renamed', subject, new.id,
      private.source_commitment(new.id, jsonb_build_array(new.name, new.domain)::text));
  end if;
  return null;
end $$;
create trigger logged after update of name, domain, four_eyes, require_second_factor on public.organizations
  for each row execute function private.organization_logged();

create function private.key_logged() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.log_entry('key.made', new.id::text, new.tenant_id, encode(sha256(new.key_hash), 'hex'),
      jsonb_build_object('tables', new.tables, 'expires', new.expires_at), new.created_by);
  elsif new.revoked_at is not null and old.revoked_at is null then
    perform private.log_entry('key.revoked', new.id::text, new.tenant_id);
  end if;
  return null;
end $$;
create trigger logged after insert or update of revoked_at on public.api_keys
  for each row execute function private.key_logged();

-- Logs exports: files, reports, the audit trail. Names may be free text, so they are hashed; uploaded files are
-- represented by their commitment.
create function private.export_logged() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_id boolean := new.object_id ~ '^[0-9a-f-]{36}$';
  hash text := case when new.detail ->> 'sha256' ~ '^[0-9a-f]{64}$' then new.detail ->> 'sha256' end;
begin
  if new.object_type = 'ingested_data' then
    select private.source_commitment(m.id, m.sha256) into hash
      from public.ingestion_manifests m where new.object_id in (m.storage_path, m.parquet_path);
  end if;
  perform private.log_entry('data.exported',
    case when new.object_type = 'organization' then private.commitment(new.tenant_id)
         when is_id then new.object_id else encode(sha256(convert_to(coalesce(new.object_id, ''), 'UTF8')), 'hex') end,
    new.tenant_id, hash, jsonb_build_object('action', new.action), new.actor_id);
  return null;
end $$;
create trigger logged after insert on audit.events
  for each row when (new.action in ('file.downloaded', 'report.exported', 'audit.exported',
    'organization.exported'))
  execute function private.export_logged();

-- Opens a dataset's commitment for its own organization, to prove to others which file a batch was trained on. Also
-- works for deleted datasets, which the audit trail describes.
create function public.open_source_commitment(p_dataset_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  found text := coalesce(
    (select m.sha256 from public.ingestion_manifests m
      where m.id = p_dataset_id and m.tenant_id = private.tenant_id()),
    (select e.detail ->> 'sha256' from audit.events e
      where e.action = 'dataset.deleted' and e.object_id = p_dataset_id::text and e.tenant_id = private.tenant_id()
      limit 1));
begin
  if found is null then
    raise exception 'Dataset not found' using errcode = 'PT404';
  end if;
  perform audit.record('dataset.commitment_opened', 'ingestion_manifest', p_dataset_id::text, private.tenant_id());
  return jsonb_build_object('dataset', p_dataset_id, 'sha256', found,
    'key', encode(private.salt_of(p_dataset_id), 'hex'), 'commitment', private.source_commitment(p_dataset_id, found));
end $$;
grant execute on function public.open_source_commitment(uuid) to :authenticated;
