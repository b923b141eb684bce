-- A document's row tells what is really stored: its hash and size come from the stored bytes.
create function private.take_evidence_hash() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  stored jsonb;
begin
  select metadata into stored from storage.objects
   where bucket_id = 'evidence-vault' and name = new.storage_path
     and (owner = new.uploaded_by or auth.role() is distinct from 'authenticated');
  if stored is null then
    raise exception 'The document was not uploaded' using errcode = 'PT409';
  end if;
  new.sha256 := stored ->> 'sha256';
  new.file_size := (stored ->> 'size')::bigint;
  perform audit.record('evidence.uploaded', 'evidence_documents', new.id::text, new.tenant_id,
    jsonb_build_object('filename', new.filename, 'sha256', new.sha256, 'global', new.is_global));
  return new;
end $$;
create trigger take_hash before insert on public.evidence_documents
  for each row execute function private.take_evidence_hash();
