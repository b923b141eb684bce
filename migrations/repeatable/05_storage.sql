-- Files: uploads and batches are readable by their tenant and writable only by the server.
create function storage.foldername(name text) returns text[]
language sql immutable set search_path = '' as $$
  select tokens[1:cardinality(tokens) - 1] from (select string_to_array(name, '/') as tokens) path
$$;

create function storage.filename(name text) returns text
language sql immutable set search_path = '' as $$
  select tokens[cardinality(tokens)] from (select string_to_array(name, '/') as tokens) path
$$;

-- Returns the extension of a file name; empty if it has none.
create function storage.extension(name text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(substring(storage.filename(name) from '\.([^.]*)$'), '')
$$;
grant execute on function storage.foldername(text), storage.filename(text), storage.extension(text)
  to :anon, :authenticated, :service_role;
grant select, insert, update, delete on storage.buckets, storage.objects to :anon, :authenticated, :service_role;
create policy service on storage.buckets to :service_role using (true) with check (true);
create policy service on storage.objects to :service_role using (true) with check (true);
create policy own_tenant_reads on storage.objects for select to :authenticated
  using (bucket_id in ('ingested_data', 'generated_data') and tenant_id = (select private.tenant_id()));

-- Keeps the caller's session until its links expire, so that idleness does not end them early.
create function private.keep_session_for_links(seconds int) returns void
language sql security definer set search_path = '' as $$
  update auth.sessions set links_until = greatest(links_until, now() + make_interval(secs => seconds))
   where id = (auth.jwt() ->> 'session_id')::uuid and user_id = auth.uid()
$$;
grant execute on function private.keep_session_for_links(int) to :authenticated;

-- Queues replaced and deleted file contents for removal by the server after commit.
create function private.note_deleted_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.deleted_files (version) values (old.version) on conflict do nothing;
  perform pg_notify('sandbox_deleted_files', '');
  return null;
end $$;
create trigger deleted after delete on storage.objects
  for each row execute function private.note_deleted_file();
create trigger replaced after update of version on storage.objects
  for each row when (old.version is distinct from new.version) execute function private.note_deleted_file();
