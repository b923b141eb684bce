-- The product's buckets, and who reads and writes them.
alter table storage.objects add column tenant_id uuid default private.tenant_id();
create index objects_tenant on storage.objects (tenant_id);
insert into private.tenant_tables values ('storage.objects');

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('ingested_data', 'ingested_data', false, 524288000, null),
  ('generated_data', 'generated_data', false, null, null),
  ('evidence-vault', 'evidence-vault', false, 10485760, array['application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document']);

-- Uploads and batches: read by the tenant, written by the server alone.
create policy own_tenant_reads on storage.objects for select to authenticated
  using (bucket_id in ('ingested_data', 'generated_data') and tenant_id = (select private.tenant_id()));

-- Evidence: members write into their organization's folder, anyone into global/.
create policy members_read_evidence on storage.objects for select to authenticated
  using (bucket_id = 'evidence-vault' and (storage.foldername(name))[1] in
    ((select private.org_id())::text, 'global'));
create policy members_upload_evidence on storage.objects for insert to authenticated
  with check (bucket_id = 'evidence-vault' and tenant_id = (select private.tenant_id())
    and array_length(storage.foldername(name), 1) = 1
    and (storage.foldername(name))[1] in ((select private.org_id())::text, 'global'));

create function private.evidence_object_removable(object_name text, object_owner uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select (object_owner = auth.uid()
      or case when split_part(object_name, '/', 1) = 'global' then private.is_superadmin()
              else private.is_admin() end)
    and not exists (select from public.evidence_documents d
                     where d.storage_path = object_name and private.evidence_in_use(d.id))
$$;
grant execute on function private.evidence_object_removable(text, uuid) to authenticated;
create policy uploader_or_admin_removes_evidence on storage.objects for delete to authenticated
  using (bucket_id = 'evidence-vault' and (storage.foldername(name))[1] in
      ((select private.org_id())::text, 'global')
    and private.evidence_object_removable(name, owner));

-- A dataset that goes takes its files along; the store's sweep removes bytes that no row names.
create function private.dataset_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from storage.objects
   where bucket_id = 'ingested_data' and name in (old.storage_path, old.parquet_path);
  perform audit.record('dataset.deleted', 'ingestion_manifest', old.id::text, old.tenant_id,
    jsonb_build_object('filename', old.filename, 'sha256', old.sha256, 'records', old.record_count));
  return null;
end $$;
create trigger deleted after delete on public.ingestion_manifests
  for each row execute function private.dataset_deleted();
