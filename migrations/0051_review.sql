-- Decisions by people: exception batches, approval of model runs, evidence. The database holds the state machines.

create table audit.batch_history (
  id bigint generated always as identity primary key,
  batch_id uuid not null,
  tenant_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor_email text,
  from_status text,
  to_status text not null,
  notes text,
  self_approved boolean not null default false
);
create index batch_history_batch on audit.batch_history (batch_id, id);
create trigger append_only before update or delete or truncate on audit.batch_history
  for each statement execute function audit.refuse_change();

grant update (status, reviewed_by, reviewed_at, approval_notes) on public.exception_batches to authenticated;
create policy own_tenant_decides on public.exception_batches for update to authenticated
  using (tenant_id = (select private.tenant_id())) with check (tenant_id = (select private.tenant_id()));

-- A client's own PATCH can reject a pending batch, and nothing else; the procedures below do the rest.
create function private.guard_exception_batch() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'pending' then
      raise exception 'A batch begins as pending' using errcode = 'PT409';
    end if;
    return new;
  end if;
  if new.status is distinct from old.status and old.status in ('approved', 'rejected') then
    raise exception 'This batch was already %', old.status using errcode = 'PT409';
  end if;
  if current_user = 'authenticated' then
    if old.status <> 'pending' then
      raise exception 'This batch is %, not pending', replace(old.status, '_', ' ') using errcode = 'PT409';
    end if;
    if new.status <> 'rejected' then
      raise exception 'A batch is approved by approve_exception_batch' using errcode = '42501';
    end if;
    if btrim(coalesce(new.approval_notes, '')) = '' then
      raise exception 'Notes are required to reject' using errcode = 'PT400';
    end if;
    new.reviewed_by := auth.uid();
    new.reviewed_at := now();
  end if;
  return new;
end $$;
create trigger guard before insert or update on public.exception_batches
  for each row execute function private.guard_exception_batch();

create function private.exception_batch_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or new.status is distinct from old.status then
    insert into audit.batch_history
      (batch_id, tenant_id, actor_id, actor_email, from_status, to_status, notes, self_approved)
    values (new.id, new.tenant_id, auth.uid(), auth.email(),
      case tg_op when 'UPDATE' then old.status end, new.status, new.approval_notes, new.self_approved);
  end if;
  return null;
end $$;
create trigger changed after insert or update on public.exception_batches
  for each row execute function private.exception_batch_changed();

create function private.four_eyes() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select four_eyes from public.organizations where id = private.org_id()), false)
$$;

create function private.own_batch(batch uuid) returns public.exception_batches
language plpgsql security definer set search_path = '' as $$
declare
  found public.exception_batches;
begin
  select * into found from public.exception_batches
   where id = batch and tenant_id = private.tenant_id() for update;
  if found.id is null then
    raise exception 'Batch not found' using errcode = 'PT404';
  end if;
  return found;
end $$;

create function public.approve_exception_batch(p_batch_id uuid, p_notes text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  batch public.exception_batches := private.own_batch(p_batch_id);
  self boolean := coalesce(batch.created_by = auth.uid(), false);
begin
  if batch.status <> 'pending' then
    raise exception 'This batch is %, not pending', replace(batch.status, '_', ' ') using errcode = 'PT409';
  end if;
  if self and private.four_eyes() then
    raise exception 'Four eyes: whoever ran the analysis cannot approve its batch' using errcode = '42501';
  end if;
  update public.exception_batches
     set status = 'approved', approval_notes = p_notes, reviewed_by = auth.uid(), reviewed_at = now(),
         self_approved = self
   where id = p_batch_id;
end $$;

create function public.start_review(p_batch_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  batch public.exception_batches := private.own_batch(p_batch_id);
begin
  if batch.status <> 'pending' then
    raise exception 'This batch is %, not pending', replace(batch.status, '_', ' ') using errcode = 'PT409';
  end if;
  update public.exception_batches set status = 'under_review', held_by = auth.uid() where id = p_batch_id;
end $$;

create function public.return_to_queue(p_batch_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  batch public.exception_batches := private.own_batch(p_batch_id);
begin
  if batch.status <> 'under_review' then
    raise exception 'This batch is not under review' using errcode = 'PT409';
  end if;
  if batch.held_by is distinct from auth.uid() and not private.is_admin() then
    raise exception 'Only the holder or an admin returns a batch to the queue' using errcode = '42501';
  end if;
  update public.exception_batches set status = 'pending', held_by = null where id = p_batch_id;
end $$;

-- Model runs: approved for production by an admin, with evidence, and by a second person where four eyes are on.
create function public.approve_model_run(p_run_id uuid, p_notes text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  run public.governance_audit;
begin
  select * into run from public.governance_audit
   where run_id = p_run_id and tenant_id = private.tenant_id() for update;
  if run.run_id is null then
    raise exception 'Record not found' using errcode = 'PT404';
  end if;
  if not private.is_admin() then
    raise exception 'Approving a model needs the role admin' using errcode = '42501';
  end if;
  if run.approved_for_production then
    raise exception 'This record is already approved' using errcode = 'PT409';
  end if;
  if run.created_by = auth.uid() and private.four_eyes() then
    raise exception 'Four eyes: whoever ran the model cannot approve it' using errcode = '42501';
  end if;
  if not exists (select from public.evidence_links where governance_run_id = p_run_id) then
    raise exception 'Link at least one evidence document first' using errcode = 'PT409';
  end if;
  update public.governance_audit
     set approved_for_production = true, approved_by = auth.uid(), approved_at = now(), approval_notes = p_notes
   where run_id = p_run_id;
  perform audit.record('model.approved', 'governance_audit', p_run_id::text, run.tenant_id,
    jsonb_build_object('notes', p_notes));
end $$;

create function public.revoke_model_run(p_run_id uuid, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  run public.governance_audit;
begin
  select * into run from public.governance_audit
   where run_id = p_run_id and tenant_id = private.tenant_id() for update;
  if run.run_id is null then
    raise exception 'Record not found' using errcode = 'PT404';
  end if;
  if not private.is_admin() then
    raise exception 'Revoking an approval needs the role admin' using errcode = '42501';
  end if;
  if not run.approved_for_production then
    raise exception 'This record is not approved' using errcode = 'PT409';
  end if;
  if btrim(coalesce(p_reason, '')) = '' then
    raise exception 'A reason is required' using errcode = 'PT400';
  end if;
  update public.governance_audit
     set approved_for_production = false, approved_by = null, approved_at = null, approval_notes = p_reason
   where run_id = p_run_id;
  perform audit.record('model.revoked', 'governance_audit', p_run_id::text, run.tenant_id,
    jsonb_build_object('reason', p_reason));
end $$;

-- Evidence.
grant insert (filename, file_type, file_size, storage_path, uploaded_by, org_id, is_global)
  on public.evidence_documents to authenticated;
grant delete on public.evidence_documents to authenticated;
grant insert (document_id, governance_run_id, linked_by), delete on public.evidence_links to authenticated;

create policy own_tenant on public.evidence_documents for select to authenticated
  using (tenant_id = (select private.tenant_id()));
create policy everybody_reads_global on public.evidence_documents for select to authenticated
  using (is_global);
create policy members_upload on public.evidence_documents for insert to authenticated
  with check (tenant_id = (select private.tenant_id()) and uploaded_by = (select auth.uid())
    and (is_global or org_id = (select private.org_id())));
create policy uploader_or_admin_deletes on public.evidence_documents for delete to authenticated
  using (case when is_global then uploaded_by = (select auth.uid()) or (select private.is_superadmin())
    else tenant_id = (select private.tenant_id())
      and (uploaded_by = (select auth.uid()) or (select private.is_admin())) end);

create policy own_tenant_links on public.evidence_links for insert to authenticated
  with check (tenant_id = (select private.tenant_id()) and linked_by = (select auth.uid())
    and exists (select from public.governance_audit g where g.run_id = governance_run_id)
    and exists (select from public.evidence_documents d where d.id = document_id));
create policy own_tenant_unlinks on public.evidence_links for delete to authenticated
  using (tenant_id = (select private.tenant_id()));

create function private.evidence_in_use(document uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.evidence_links l
    join public.governance_audit g on g.run_id = l.governance_run_id
   where l.document_id = document and g.approved_for_production)
$$;
grant execute on function private.evidence_in_use(uuid) to authenticated;

create function private.guard_evidence() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'evidence_links' then
    if exists (select from public.governance_audit
                where run_id = old.governance_run_id and approved_for_production) then
      raise exception 'A linked record is approved for production' using errcode = 'PT409';
    end if;
    perform audit.record('evidence.unlinked', 'evidence_links', old.document_id::text, old.tenant_id,
      jsonb_build_object('run', old.governance_run_id));
    return old;
  end if;
  if private.evidence_in_use(old.id) then
    raise exception 'A linked record is approved for production' using errcode = 'PT409';
  end if;
  perform audit.record('evidence.deleted', 'evidence_documents', old.id::text, old.tenant_id,
    jsonb_build_object('filename', old.filename, 'sha256', old.sha256));
  return old;
end $$;
create trigger guard before delete on public.evidence_links
  for each row execute function private.guard_evidence();
create trigger guard before delete on public.evidence_documents
  for each row execute function private.guard_evidence();

do $$
declare
  procedure text;
begin
  foreach procedure in array array['approve_exception_batch(uuid, text)', 'start_review(uuid)',
      'return_to_queue(uuid)', 'approve_model_run(uuid, text)', 'revoke_model_run(uuid, text)'] loop
    execute format('revoke execute on function public.%s from public', procedure);
    execute format('grant execute on function public.%s to authenticated', procedure);
  end loop;
end $$;
