-- Linked tables belong to the organization; their uploader and admins delete them, with their files.
grant select, delete on public.table_sets to :authenticated;
grant all on public.table_sets to :service_role;
create policy everything on public.table_sets to :service_role using (true) with check (true);
create policy own_tenant on public.table_sets for select to :authenticated
  using (tenant_id = (select private.tenant_id()));
create policy maker_or_admin_deletes on public.table_sets for delete to :authenticated
  using (tenant_id = (select private.tenant_id())
    and (created_by = (select auth.uid()) or (select private.is_admin())));

create function private.table_set_recorded() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed public.table_sets := coalesce(new, old);
begin
  perform audit.record_for(changed.created_by,
    case tg_op when 'INSERT' then 'tables.linked' when 'UPDATE' then 'tables.changed' else 'tables.deleted' end,
    'table_set', changed.id::text, changed.tenant_id,
    jsonb_build_object('name', changed.name, 'relations', changed.relations::jsonb));
  return null;
end $$;
create trigger recorded after insert or update or delete on public.table_sets
  for each row execute function private.table_set_recorded();
