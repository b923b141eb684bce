-- Webhooks: administrators and keys with the scope reset see theirs, never the secrets. The server enters and sends.
grant select (id, tenant_id, environment_id, url, events, created_by, created_at) on public.webhooks
  to :authenticated, :key_holder;
grant select on public.webhook_deliveries to :authenticated, :key_holder;
grant all on public.webhooks, public.webhook_deliveries to :service_role;
create policy everything on public.webhooks to :service_role using (true) with check (true);
create policy everything on public.webhook_deliveries to :service_role using (true) with check (true);
create policy admins_read on public.webhooks for select to :authenticated
  using (tenant_id = (select private.tenant_id()) and (select private.is_admin()));
create policy admins_read on public.webhook_deliveries for select to :authenticated
  using (tenant_id = (select private.tenant_id()) and (select private.is_admin()));
create policy keys_list on public.webhooks for select to :key_holder
  using ((select private.has_scope('reset')) and (tenant_id = (select private.tenant_id())
    or environment_id in (select id from public.environments where rows_tenant = (select private.tenant_id()))));
create policy keys_list on public.webhook_deliveries for select to :key_holder
  using (webhook_id in (select id from public.webhooks));
create trigger note_key before insert on public.webhooks
  for each row execute function private.note_key('reset');

-- Enters an event of a tenant for the webhooks of its organization or environment.
create function private.emit_event(of_tenant uuid, of_event text, data jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  env public.environments;
begin
  select e.* into env from private.environment_tenants t join public.environments e on e.id = t.environment_id
   where t.tenant = of_tenant;
  insert into public.webhook_deliveries (tenant_id, webhook_id, event, body)
    select w.tenant_id, w.id, of_event,
           jsonb_build_object('type', of_event, 'created_at', now(), 'environment', env.name, 'data', data)::text
      from public.webhooks w
     where w.tenant_id = coalesce(env.tenant_id, of_tenant) and of_event = any (w.events)
       and (w.environment_id is null or w.environment_id = env.id);
end $$;

create function private.emit_finished_batch() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.emit_event(new.tenant_id, 'batch.finished', jsonb_build_object('batch_id', new.batch_id,
    'run_id', new.run_id, 'entity_type', new.entity_type, 'status', new.status, 'record_count', new.record_count));
  return null;
end $$;
create trigger emit_finished after update of status on public.generation_logs
  for each row when (old.status is distinct from new.status and new.status in ('completed', 'failed'))
  execute function private.emit_finished_batch();

-- Claims deliveries that are due. A claim that is not settled, as after a crash, is due again after a minute.
create function private.claim_deliveries(most int)
returns table (id uuid, url text, secret bytea, body text, attempts int)
language sql set search_path = '' as $$
  update public.webhook_deliveries d
     set attempts = d.attempts + 1, next_attempt_at = now() + interval '1 minute'
    from public.webhooks w
   where w.id = d.webhook_id and d.id in (
     select due.id from public.webhook_deliveries due where due.next_attempt_at <= now()
      order by due.next_attempt_at limit most for update skip locked)
  returning d.id, w.url, w.secret, d.body, d.attempts
$$;

create function private.delete_old_deliveries() returns void
language sql set search_path = '' as $$
  delete from public.webhook_deliveries where created_at < now() - interval '30 days'
$$;
