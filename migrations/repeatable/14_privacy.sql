-- Privacy spending is final; models are deleted with their dataset.
create function private.guard_ledger() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Rows may only change their tenant, when their user joins an organization.
  if tg_op = 'UPDATE' and to_jsonb(new) - 'tenant_id' = to_jsonb(old) - 'tenant_id' then
    return new;
  end if;
  if tg_op = 'DELETE' then
    if private.is_erasing(old.tenant_id) then
      return old;
    end if;
  end if;
  raise exception 'The privacy ledger is append-only' using errcode = '42501';
end $$;
create trigger append_only before update or delete on public.privacy_ledger
  for each row execute function private.guard_ledger();
create trigger never_empty before truncate on public.privacy_ledger
  for each statement execute function private.guard_ledger();
create trigger append_only before update or delete on public.privacy_sources
  for each row execute function private.guard_ledger();
create trigger never_empty before truncate on public.privacy_sources
  for each statement execute function private.guard_ledger();

create function private.model_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from storage.objects where bucket_id = 'models' and name = old.object_name;
  perform audit.record('model.deleted', 'stored_model', old.id::text, old.tenant_id,
    jsonb_build_object('model_hash', old.model_hash, 'manifest_id', old.manifest_id, 'epsilon', old.epsilon));
  return null;
end $$;
create trigger deleted after delete on public.stored_models
  for each row execute function private.model_deleted();
grant select on public.privacy_sources, public.privacy_ledger, public.stored_models to :authenticated, :service_role;
grant delete on public.stored_models to :authenticated, :service_role;
create policy everything on public.privacy_sources for select to :service_role using (true);
create policy everything on public.privacy_ledger for select to :service_role using (true);
create policy everything on public.stored_models to :service_role using (true);
create policy own_tenant on public.privacy_sources for select to :authenticated
  using (tenant_id = (select private.tenant_id()));
create policy own_tenant on public.privacy_ledger for select to :authenticated
  using (tenant_id = (select private.tenant_id()));
create policy own_tenant on public.stored_models for select to :authenticated
  using (tenant_id = (select private.tenant_id()));
create policy maker_or_admin_deletes on public.stored_models for delete to :authenticated
  using (tenant_id = (select private.tenant_id())
    and (created_by = (select auth.uid()) or (select private.is_admin())));
