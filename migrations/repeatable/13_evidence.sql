-- Evidence: members write into their organization, everyone into the global part.
grant select on public.evidence_documents to :authenticated;
grant all on public.evidence_documents to :service_role;
create policy everything on public.evidence_documents to :service_role using (true) with check (true);
grant select on public.evidence_links to :authenticated;
grant all on public.evidence_links to :service_role;
create policy everything on public.evidence_links to :service_role using (true) with check (true);
create policy own_tenant on public.evidence_links for select to :authenticated
  using (tenant_id = (select private.tenant_id()));
grant insert (filename, file_type, file_size, storage_path, uploaded_by, org_id, is_global)
  on public.evidence_documents to :authenticated;
grant delete on public.evidence_documents to :authenticated;
grant insert (document_id, governance_run_id, linked_by), delete on public.evidence_links to :authenticated;
create policy own_tenant on public.evidence_documents for select to :authenticated
  using (tenant_id = (select private.tenant_id()));
create policy everybody_reads_global on public.evidence_documents for select to :authenticated
  using (is_global);
-- Rows of global documents name nobody (take_evidence_hash); private.document_givers does.
create policy members_upload on public.evidence_documents for insert to :authenticated
  with check (case when is_global then uploaded_by is null and org_id is null
    else tenant_id = (select private.tenant_id()) and uploaded_by = (select auth.uid())
      and org_id = (select private.org_id()) end);
create function private.gave_document(document uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.document_givers
    where document_id = document and uploaded_by = auth.uid())
$$;
grant execute on function private.gave_document(uuid) to :authenticated;
create policy uploader_or_admin_deletes on public.evidence_documents for delete to :authenticated
  using (case when is_global then private.gave_document(id) or (select private.is_superadmin())
    else tenant_id = (select private.tenant_id())
      and (uploaded_by = (select auth.uid()) or (select private.is_admin())) end);
create policy own_tenant_links on public.evidence_links for insert to :authenticated
  with check (tenant_id = (select private.tenant_id()) and linked_by = (select auth.uid())
    and exists (select from public.governance_audit g where g.run_id = governance_run_id)
    and exists (select from public.evidence_documents d where d.id = document_id));
create policy own_tenant_unlinks on public.evidence_links for delete to :authenticated
  using (tenant_id = (select private.tenant_id()));

-- Returns true for a record that is approved, or whose approval awaits its second approver: its evidence stays.
create function private.holds_evidence(run uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.governance_audit g where g.run_id = run and g.approved_for_production)
      or exists (select from public.model_approvals a
                  where a.run_id = run and a.closed_at is null and a.lapsed_at is null)
$$;

-- Returns the tenant that a document belongs to; for a global one, that of its giver.
create function private.tenant_of_document(document uuid, tenant uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce((select g.tenant_id from private.document_givers g where g.document_id = document), tenant)
$$;

create function private.evidence_in_use(document uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.evidence_links l
   where l.document_id = document and private.holds_evidence(l.governance_run_id))
$$;
grant execute on function private.evidence_in_use(uuid) to :authenticated;

-- Rejects a document whose stored file is missing or has another hash than its row.
create function private.check_document_file(document uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  stored record;
begin
  select d.filename, d.sha256, o.metadata ->> 'sha256' as file_sha256 into stored
    from public.evidence_documents d
    left join storage.objects o on o.bucket_id = 'evidence-vault' and o.name = d.storage_path
   where d.id = document;
  if stored.file_sha256 is null then
    raise exception 'The file of % is missing: delete the document and upload it again', stored.filename
      using errcode = 'PT409';
  elsif stored.sha256 is not null and stored.sha256 <> stored.file_sha256 then
    raise exception 'The file of % does not match its recorded hash: delete the document and upload it again',
      stored.filename using errcode = 'PT409';
  end if;
end $$;

-- Returns the evidence of a record for an approval. Rejects unreadable documents, documents about another batch, and
-- records without a document specific to them. A document linked to another batch's record, or with the same bytes as
-- one, is specific only if it names the batch.
create function private.check_evidence(run public.governance_audit) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  batch uuid := private.batch_of_run(run.run_id);
  document record;
  own boolean := false;
  documents jsonb := '[]';
begin
  for document in
    select d.* from public.evidence_links l
      join public.evidence_documents d on d.id = l.document_id
     where l.governance_run_id = run.run_id order by d.created_at, d.id
  loop
    perform private.check_document_file(document.id);
    if document.readable is null then
      raise exception '% was uploaded before documents were checked: upload and link it again', document.filename
        using errcode = 'PT409';
    elsif not document.readable then
      raise exception '% is not a readable document: unlink it', document.filename using errcode = 'PT409';
    elsif private.is_about_another(document.id, run, batch) then
      raise exception '% is about another batch: unlink it', document.filename using errcode = 'PT409';
    end if;
    own := own or batch = any (document.mentions) or not private.is_shared(document.id, run, batch);
    documents := documents || jsonb_build_object('filename', document.filename, 'sha256', document.sha256);
  end loop;
  if jsonb_array_length(documents) = 0 then
    raise exception 'Link at least one evidence document first' using errcode = 'PT409';
  elsif not coalesce(own, false) then
    raise exception 'All linked documents also support another batch: link one about this batch' using errcode = 'PT409';
  end if;
  return documents;
end $$;

-- Returns true for the report of another batch, or a text that names other batches of the tenant but not this one.
create function private.is_about_another(document uuid, run public.governance_audit, batch uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select d.report_of is not null and d.report_of is distinct from left(batch::text, 8)
      or batch is not null and not batch = any (d.mentions) and named
      or batch is null and named
    from public.evidence_documents d
    cross join lateral (select exists (select from public.generation_logs other
      where other.tenant_id = run.tenant_id and other.batch_id = any (d.mentions)) as named) mentioned
   where d.id = document
$$;

create function private.is_shared(document uuid, run public.governance_audit, batch uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.evidence_documents d
    join public.evidence_documents same on same.id = d.id or same.sha256 = d.sha256
    join public.evidence_links l on l.document_id = same.id and l.tenant_id = run.tenant_id
   where d.id = document and l.governance_run_id <> run.run_id
     and (batch is null or private.batch_of_run(l.governance_run_id) is distinct from batch))
$$;

-- Serializes evidence and approvals: a removal locks the documents and linked records, an approval locks its record
-- while it counts the documents.
create function private.hold_approvals(documents uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.evidence_documents where id = any (documents) order by id for update;
  perform from public.governance_audit
    where run_id in (select governance_run_id from public.evidence_links where document_id = any (documents))
    order by run_id for share;
  perform private.require_free(array(
    select governance_run_id from public.evidence_links where document_id = any (documents)));
end $$;

-- Rejects removals of evidence while a record is approved or its approval awaits a second approver.
create function private.require_free(records uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  records := array(select g.run_id from public.governance_audit g
    where g.run_id = any (records) and not private.is_erasing(g.tenant_id));
  if exists (select from public.governance_audit where run_id = any (records) and approved_for_production) then
    raise exception 'A linked record is approved for production' using errcode = 'PT409';
  elsif exists (select from unnest(records) record where private.holds_evidence(record)) then
    raise exception 'The approval of a linked record awaits a second approver' using errcode = 'PT409';
  end if;
end $$;

create function private.check_linked_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_document_file(new.document_id);
  return new;
end $$;
create trigger check_file before insert on public.evidence_links
  for each row execute function private.check_linked_file();

create function private.guard_evidence_link() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.governance_audit where run_id = old.governance_run_id for share;
  perform private.require_free(array[old.governance_run_id]);
  perform audit.record('evidence.unlinked', 'evidence_links', old.document_id::text, old.tenant_id,
    jsonb_build_object('run', old.governance_run_id));
  return old;
end $$;
create trigger guard before delete on public.evidence_links
  for each row execute function private.guard_evidence_link();

create function private.guard_evidence_document() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.hold_approvals(array[old.id]);
  perform audit.record('evidence.deleted', 'evidence_documents', old.id::text,
    private.tenant_of_document(old.id, old.tenant_id),
    jsonb_build_object('filename', old.filename, 'sha256', old.sha256));
  return old;
end $$;
create trigger guard before delete on public.evidence_documents
  for each row execute function private.guard_evidence_document();

create function private.evidence_object_removable(object_name text, object_owner uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select (object_owner = auth.uid()
      or case when split_part(object_name, '/', 1) = 'global' then private.is_superadmin()
              else private.is_admin() end)
    and not exists (select from public.evidence_documents d
                     where d.storage_path = object_name and private.evidence_in_use(d.id))
$$;
grant execute on function private.evidence_object_removable(text, uuid) to :authenticated;

-- Sets hash, size and extracted facts of a document from the stored bytes.
create function private.take_evidence_hash() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  stored jsonb;
begin
  if auth.role() = 'authenticated' and new.uploaded_by is distinct from auth.uid() then
    raise exception 'Documents are uploaded in one''s own name' using errcode = '42501';
  end if;
  -- Locked, so that the file is not removed before the row is committed.
  select metadata into stored from storage.objects
   where bucket_id = 'evidence-vault' and name = new.storage_path
     and (owner = new.uploaded_by or auth.role() is distinct from 'authenticated')
     for share;
  if stored is null then
    raise exception 'The document was not uploaded' using errcode = 'PT409';
  end if;
  new.sha256 := stored ->> 'sha256';
  new.file_size := (stored ->> 'size')::bigint;
  new.readable := (stored #>> '{content,readable}')::boolean;
  new.mentions := array(select jsonb_array_elements_text(coalesce(stored #> '{content,mentions}', '[]'))::uuid);
  new.report_of := stored #>> '{content,reportOf}';
  perform audit.record('evidence.uploaded', 'evidence_documents', new.id::text, new.tenant_id,
    jsonb_build_object('filename', new.filename, 'sha256', new.sha256, 'global', new.is_global));
  if new.is_global then
    insert into private.document_givers values (new.id, new.tenant_id, new.uploaded_by);
    new.tenant_id := '00000000-0000-0000-0000-000000000000';
    new.uploaded_by := null;
    new.org_id := null;
  end if;
  return new;
end $$;
create trigger take_hash before insert on public.evidence_documents
  for each row execute function private.take_evidence_hash();

-- Document files: members write into their organization's folder, everyone into global/.
create policy members_read_evidence on storage.objects for select to :authenticated
  using (bucket_id = 'evidence-vault' and (storage.foldername(name))[1] in
    ((select private.org_id())::text, 'global'));
create policy members_upload_evidence on storage.objects for insert to :authenticated
  with check (bucket_id = 'evidence-vault' and tenant_id = (select private.tenant_id())
    and array_length(storage.foldername(name), 1) = 1
    and (storage.foldername(name))[1] in ((select private.org_id())::text, 'global'));
create policy uploader_or_admin_removes_evidence on storage.objects for delete to :authenticated
  using (bucket_id = 'evidence-vault' and (storage.foldername(name))[1] in
      ((select private.org_id())::text, 'global')
    and private.evidence_object_removable(name, owner));

-- Deletes the file of a deleted document.
create function private.document_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from storage.objects where bucket_id = 'evidence-vault' and name = old.storage_path;
  return null;
end $$;
create trigger deleted after delete on public.evidence_documents
  for each row execute function private.document_deleted();
