grant select on public.runs to :authenticated;
grant all on public.runs to :service_role;
create policy everything on public.runs to :service_role using (true) with check (true);
create policy own_tenant on public.runs for select to :authenticated
  using (tenant_id = (select private.tenant_id()));
grant select on public.ingestion_manifests to :authenticated;
grant all on public.ingestion_manifests to :service_role;
create policy everything on public.ingestion_manifests to :service_role using (true) with check (true);
create policy own_tenant on public.ingestion_manifests for select to :authenticated
  using (tenant_id = (select private.tenant_id()));
grant select on public.generation_logs to :authenticated;
grant all on public.generation_logs to :service_role;
create policy everything on public.generation_logs to :service_role using (true) with check (true);
create policy own_tenant on public.generation_logs for select to :authenticated
  using (tenant_id = (select private.tenant_id()));

-- Datasets can be deleted by their uploader, and by admins and superadmins of the tenant; linked tables only together.
grant delete on public.ingestion_manifests to :authenticated;
create policy uploader_or_admin_deletes on public.ingestion_manifests for delete to :authenticated
  using (tenant_id = (select private.tenant_id()) and table_set_id is null
    and (uploaded_by = (select auth.uid()) or (select private.is_admin())));

create function public.cancel_run(p_run_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  found uuid;
begin
  perform private.require_scope('generate', 'ingest');
  update public.runs set cancel_requested = true, updated_at = now()
   where id = p_run_id and tenant_id = private.tenant_id() and status in ('queued', 'running')
   returning id into found;
  if found is not null then
    perform pg_notify('sandbox_cancel', p_run_id::text);
  end if;
  return found is not null;
end $$;
grant execute on function public.cancel_run(uuid) to :authenticated, :service_role;

-- Propagates the status of a run to its batches and notifies waiting callers.
create function private.run_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status is distinct from old.status then
    update public.generation_logs set status = new.status, error = new.error
     where run_id = new.id and status not in ('completed', 'failed', 'cancelled') and new.status <> 'completed';
    if new.status in ('completed', 'failed', 'cancelled') then
      -- An incomplete sharded batch leaves nothing.
      if new.kind = 'simulate-shards' then
        delete from private.batch_shards where run_id = new.id;
        delete from storage.objects where bucket_id = 'batch_shards' and starts_with(name, new.id || '/');
      end if;
      perform pg_notify('sandbox_run', new.id::text);
    end if;
  end if;
  return null;
end $$;
create trigger changed after update on public.runs
  for each row execute function private.run_changed();

-- Deletes the files of a dataset; the store's sweep removes unreferenced bytes.
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

create function public.set_dataset_roles(p_manifest_id uuid, p_roles jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  dataset public.ingestion_manifests;
  wrong text;
begin
  select * into dataset from public.ingestion_manifests
   where id = p_manifest_id and tenant_id = private.tenant_id() for update;
  if dataset.id is null then
    raise exception 'Dataset not found' using errcode = 'PT404';
  end if;
  if jsonb_typeof(p_roles) is distinct from 'object' then
    raise exception 'Roles must be an object with column names as keys' using errcode = 'PT400';
  end if;
  select key into wrong from jsonb_each(p_roles)
   where dataset.schema -> key is null
      or not coalesce(value #>> '{}' = any (array['person', 'contact', 'id-number', 'address', 'account', 'date', 'amount',
        'rate', 'category', 'code', 'key', 'link', 'text', 'leave-out',
        -- Of earlier versions.
        'feature', 'reference', 'personal', 'ignored']) and jsonb_typeof(value) = 'string', false)
   limit 1;
  if wrong is not null then
    raise exception 'Unknown column or role: %', wrong using errcode = 'PT400';
  end if;
  update public.ingestion_manifests set roles = p_roles where id = p_manifest_id;
  perform audit.record('dataset.roles_set', 'ingestion_manifest', p_manifest_id::text, dataset.tenant_id, p_roles);
end $$;
grant execute on function public.set_dataset_roles(uuid, jsonb) to :authenticated;

create function public.raise_report_cap(p_manifest_id uuid, p_cap int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  dataset public.ingestion_manifests;
begin
  if not private.is_admin() then
    raise exception 'Only administrators can raise the report limit' using errcode = '42501';
  end if;
  select * into dataset from public.ingestion_manifests
   where id = p_manifest_id and tenant_id = private.tenant_id() for update;
  if dataset.id is null then
    raise exception 'Dataset not found' using errcode = 'PT404';
  end if;
  if p_cap is null or p_cap <= dataset.report_cap or p_cap > 10000 then
    raise exception 'The report limit can only be raised, from % to at most 10000', dataset.report_cap
      using errcode = 'PT400';
  end if;
  update public.ingestion_manifests set report_cap = p_cap where id = p_manifest_id;
  perform audit.record('dataset.report_cap_raised', 'ingestion_manifest', p_manifest_id::text, dataset.tenant_id,
    jsonb_build_object('from', dataset.report_cap, 'to', p_cap));
end $$;
grant execute on function public.raise_report_cap(uuid, int) to :authenticated;
