-- Recipes belong to the organization: members read and use them; their creator and admins delete them.
grant select, delete on public.ingestion_recipes to :authenticated;
grant all on public.ingestion_recipes to :service_role;
create policy everything on public.ingestion_recipes to :service_role using (true) with check (true);
create policy own_tenant on public.ingestion_recipes for select to :authenticated
  using (tenant_id = (select private.tenant_id()));
create policy maker_or_admin_deletes on public.ingestion_recipes for delete to :authenticated
  using (tenant_id = (select private.tenant_id())
    and (created_by = (select auth.uid()) or (select private.is_admin())));

create function private.recipe_recorded() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed public.ingestion_recipes := coalesce(new, old);
begin
  perform audit.record_for(changed.created_by,
    case tg_op when 'INSERT' then 'recipe.saved' when 'UPDATE' then 'recipe.replaced' else 'recipe.deleted' end,
    'ingestion_recipe', changed.id::text, changed.tenant_id,
    jsonb_build_object('name', changed.name, 'sha256', changed.sha256));
  return null;
end $$;
create trigger recorded after insert or update or delete on public.ingestion_recipes
  for each row execute function private.recipe_recorded();
