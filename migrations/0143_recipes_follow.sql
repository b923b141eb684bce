-- Recipes follow a user into an organization. Those of users who joined earlier were left with the personal tenant.
insert into private.tenant_tables values ('public.ingestion_recipes');
update public.ingestion_recipes r set tenant_id = p.tenant_id
  from public.profiles p
 where r.created_by = p.id and r.tenant_id = p.id and p.tenant_id <> p.id
   and not exists (select from public.ingestion_recipes o where o.tenant_id = p.tenant_id and o.name = r.name);
