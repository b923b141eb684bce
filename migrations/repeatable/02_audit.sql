-- Audit entries are written in the transaction of the action and never changed.
create function audit.refuse_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Values of a deleted organization or an erased person are removed from events by the transaction that erases.
  if tg_op = 'UPDATE' and (exists (
      select from private.organization_deletions where erasing = pg_current_xact_id_if_assigned())
      or exists (select from private.person_erasures where erasing = pg_current_xact_id_if_assigned())) then
    return null;
  end if;
  raise exception 'The audit trail is append-only' using errcode = '42501';
end $$;
create trigger append_only before update or delete or truncate on audit.events
  for each statement execute function audit.refuse_change();

-- Names the API key of a request in its audit entries.
create function audit.key_note() returns jsonb language sql stable set search_path = '' as $$
  select case when auth.jwt() ? 'key_id' then jsonb_build_object('api_key', auth.jwt() ->> 'key_id',
    'api_key_name', auth.jwt() ->> 'key_name', 'scopes', auth.jwt() -> 'scopes') else '{}' end
$$;

-- Events of an environment are those of its organization.
create function audit.organization_of(tenant uuid) returns uuid language sql stable set search_path = '' as $$
  select coalesce((select e.tenant_id from private.environment_tenants t join public.environments e on e.id = t.environment_id
    where t.tenant = organization_of.tenant), tenant)
$$;

create function audit.record(
  action text, object_type text, object_id text, tenant uuid, detail jsonb default '{}'
) returns void language sql security definer set search_path = '' as $$
  insert into audit.events (tenant_id, actor_id, actor_email, action, object_type, object_id, detail)
  values (audit.organization_of(tenant), auth.uid(), auth.email(), action, object_type, object_id, detail || audit.key_note())
$$;
create trigger append_only before update or delete or truncate on audit.batch_history
  for each statement execute function audit.refuse_change();
create trigger append_only before update or delete or truncate on audit.decision_history
  for each statement execute function audit.refuse_change();
