-- What somebody who knows the data says its columns are for, over what their profile proposes. The next fit follows it.
alter table public.ingestion_manifests add column roles jsonb not null default '{}';
alter table public.stored_models add column roles jsonb not null default '{}';

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
    raise exception 'Roles are an object of column names' using errcode = 'PT400';
  end if;
  select key into wrong from jsonb_each(p_roles)
   where dataset.schema -> key is null
      or value not in ('"feature"', '"key"', '"reference"', '"personal"', '"text"')
   limit 1;
  if wrong is not null then
    raise exception 'There is no such column or role: %', wrong using errcode = 'PT400';
  end if;
  update public.ingestion_manifests set roles = p_roles where id = p_manifest_id;
  perform audit.record('dataset.roles_set', 'ingestion_manifest', p_manifest_id::text, dataset.tenant_id, p_roles);
end $$;
revoke execute on function public.set_dataset_roles(uuid, jsonb) from public;
grant execute on function public.set_dataset_roles(uuid, jsonb) to authenticated;
