-- Protects stored bytes that a row names: no role deletes, replaces, moves or redescribes them while the row stands.
-- Deleting the row deletes its bytes.

-- Returns the kind of row that names an object, and the hash that the row records; no row if none names it.
create function private.row_of_file(bucket text, object_name text) returns table (kind text, sha256 text)
language sql stable security definer set search_path = '' as $$
  select 'document', d.sha256
    from public.evidence_documents d where bucket = 'evidence-vault' and d.storage_path = object_name
  union all
  select 'dataset', case when m.storage_path = object_name then m.sha256 end
    from public.ingestion_manifests m
   where bucket = 'ingested_data' and (m.storage_path = object_name or m.parquet_path = object_name)
  union all
  select 'environment', f ->> 'sha256' from storage.objects o, public.environments e, json_array_elements(e.files) f
   where bucket = 'environments' and o.bucket_id = bucket and o.name = object_name and e.tenant_id = o.tenant_id
     and f ->> 'sha256' = o.metadata ->> 'sha256'
  union all
  select 'model', null from public.stored_models s where bucket = 'models' and s.object_name = $2
  union all
  -- Files of a batch: the one named in its row, or those of its manifest.
  select 'batch', file.sha256
    from public.generation_logs g
    left join lateral (
      select made ->> 'sha256' as sha256 from json_array_elements(g.manifest -> 'files') made
       where made ->> 'name' = array_to_string((string_to_array(object_name, '/'))[3:], '/')) file on true
   where bucket = 'generated_data' and g.status <> 'deleted'
     and g.batch_id = case when split_part(object_name, '/', 2) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
       then split_part(object_name, '/', 2)::uuid end
     and (g.csv_url = 'generated_data/' || object_name
       or g.csv_url is null and g.status = 'completed' and file.sha256 is not null)
$$;

create function private.guard_named_file() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  named text := (select r.kind from private.row_of_file(old.bucket_id, old.name) r limit 1);
begin
  if named is not null then
    raise exception 'This file belongs to a %. Delete the %; its file is deleted with it.', named, named
      using errcode = 'PT409', constraint = 'named_file';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger row_stands before delete on storage.objects
  for each row execute function private.guard_named_file();
create trigger row_stands_changed before update of version, bucket_id, name, metadata on storage.objects
  for each row when ((old.version, old.bucket_id, old.name, old.metadata -> 'sha256', old.metadata -> 'content')
    is distinct from (new.version, new.bucket_id, new.name, new.metadata -> 'sha256', new.metadata -> 'content'))
  execute function private.guard_named_file();

-- Returns the hash that the row of a file records, for comparison at download. Batches of demo data made before their
-- manifests named their own files are left out.
create function private.recorded_sha256(bucket text, object_name text) returns text
language sql stable security definer set search_path = '' as $$
  select r.sha256 from private.row_of_file(bucket, object_name) r
   where not (r.kind = 'batch' and exists (
     select from public.generation_logs g join public.runs on runs.id = g.run_id and runs.kind = 'demo-files'
      where g.batch_id::text = split_part(object_name, '/', 2)))
   limit 1
$$;
