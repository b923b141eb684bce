-- Decisions on single exceptions: made while their batch is pending, kept as a history nobody can change.
create table public.exception_decisions (
  batch_id uuid not null references public.exception_batches on delete cascade,
  item int not null check (item >= 0),
  decision text not null check (decision in ('approved', 'rejected')),
  reason_code text,
  note text check (length(note) <= 4000),
  tenant_id uuid not null default private.tenant_id(),
  decided_by uuid not null default auth.uid(),
  decided_at timestamptz not null default now(),
  primary key (batch_id, item)
);
create index exception_decisions_tenant on public.exception_decisions (tenant_id);
insert into private.tenant_tables values ('public.exception_decisions');

alter table public.exception_decisions enable row level security;
grant select, delete on public.exception_decisions to authenticated;
grant insert (batch_id, item, decision, reason_code, note) on public.exception_decisions to authenticated;
grant update (batch_id, item, decision, reason_code, note) on public.exception_decisions to authenticated;
grant all on public.exception_decisions to service_role;
create policy everything on public.exception_decisions to service_role using (true) with check (true);
create policy own_tenant on public.exception_decisions for select to authenticated
  using (tenant_id = (select private.tenant_id()));
create policy own_tenant_decides on public.exception_decisions for insert to authenticated
  with check (tenant_id = (select private.tenant_id()));
create policy own_tenant_changes on public.exception_decisions for update to authenticated
  using (tenant_id = (select private.tenant_id())) with check (tenant_id = (select private.tenant_id()));
create policy own_tenant_takes_back on public.exception_decisions for delete to authenticated
  using (tenant_id = (select private.tenant_id()));

create table audit.decision_history (
  id bigint generated always as identity primary key,
  batch_id uuid not null,
  item int not null,
  tenant_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor_email text,
  from_decision text,
  to_decision text,
  reason_code text,
  note text
);
create index decision_history_batch on audit.decision_history (batch_id, id);
create trigger append_only before update or delete or truncate on audit.decision_history
  for each statement execute function audit.refuse_change();

create function private.guard_decision() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed public.exception_decisions := case tg_op when 'DELETE' then old else new end;
  batch public.exception_batches;
begin
  select * into batch from public.exception_batches where id = changed.batch_id for share;
  if batch.id is null then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if batch.tenant_id is distinct from changed.tenant_id then
    raise exception 'Batch not found' using errcode = 'PT404';
  end if;
  if auth.role() = 'authenticated' and batch.status <> 'pending' then
    raise exception 'This batch is %, not pending', replace(batch.status, '_', ' ') using errcode = 'PT409';
  end if;
  if tg_op <> 'DELETE' then
    if new.item >= batch.exception_count then
      raise exception 'The batch has no case %', new.item using errcode = 'PT404';
    end if;
    new.decided_by := coalesce(auth.uid(), new.decided_by);
    new.decided_at := now();
  end if;
  insert into audit.decision_history
    (batch_id, item, tenant_id, actor_id, actor_email, from_decision, to_decision, reason_code, note)
  values (changed.batch_id, changed.item, changed.tenant_id, auth.uid(), auth.email(),
    case when tg_op <> 'INSERT' then old.decision end, case when tg_op <> 'DELETE' then new.decision end,
    changed.reason_code, changed.note);
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger guard before insert or update or delete on public.exception_decisions
  for each row execute function private.guard_decision();

-- What happened to a batch and its cases, for whoever may see the batch.
create function public.exception_history(p_batch_id uuid)
returns table (at timestamptz, actor_email text, item int, from_state text, to_state text, note text, self_approved boolean)
language sql stable security definer set search_path = '' as $$
  select h.at, h.actor_email, null::int, h.from_status, h.to_status, h.notes, h.self_approved
    from audit.batch_history h where h.batch_id = p_batch_id and h.tenant_id = private.tenant_id()
  union all
  select d.at, d.actor_email, d.item, d.from_decision, d.to_decision, coalesce(d.note, d.reason_code), false
    from audit.decision_history d where d.batch_id = p_batch_id and d.tenant_id = private.tenant_id()
  order by 1
$$;
revoke execute on function public.exception_history(uuid) from public;
grant execute on function public.exception_history(uuid) to authenticated;

-- Keys for programs. The key itself is shown once, by the function that makes it; here is its hash.
create table public.api_keys (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  name text not null check (btrim(name) <> '' and length(name) <= 100),
  prefix text not null,
  key_hash bytea not null unique,
  tables text[] not null check (tables <@ array['customers', 'accounts', 'transactions'] and cardinality(tables) > 0),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now()
);
create index api_keys_tenant on public.api_keys (tenant_id, created_at desc);
insert into private.tenant_tables values ('public.api_keys');

alter table public.api_keys enable row level security;
grant select (id, name, prefix, tables, expires_at, revoked_at, last_used_at, created_by, created_at)
  on public.api_keys to authenticated;
grant update (revoked_at) on public.api_keys to authenticated;
grant all on public.api_keys to service_role;
create policy everything on public.api_keys to service_role using (true) with check (true);
create policy admins_read on public.api_keys for select to authenticated
  using (tenant_id = (select private.tenant_id()) and (select private.is_admin()));
create policy admins_revoke on public.api_keys for update to authenticated
  using (tenant_id = (select private.tenant_id()) and (select private.is_admin()))
  with check (tenant_id = (select private.tenant_id()));

create function private.guard_api_key() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.revoked_at is not null then
    raise exception 'This key was already revoked' using errcode = 'PT409';
  end if;
  if auth.role() = 'authenticated' then
    new.revoked_at := now();
    perform audit.record('api_key.revoked', 'api_key', old.id::text, old.tenant_id,
      jsonb_build_object('name', old.name));
  end if;
  return new;
end $$;
create trigger guard before update of revoked_at on public.api_keys
  for each row execute function private.guard_api_key();

-- Opens a transaction for the bearer of a key: the key's tenant, and no person.
create function private.begin_key_request(presented bytea) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  found public.api_keys;
begin
  update public.api_keys set last_used_at = now()
   where key_hash = presented and revoked_at is null and (expires_at is null or expires_at > now())
   returning * into found;
  if found.id is null then
    raise exception 'Invalid API key' using errcode = 'PT401';
  end if;
  perform set_config('request.jwt.claims', '{"role": "authenticated"}', true),
          set_config('request.tenant_id', found.tenant_id::text, true),
          set_config('request.org_id', '', true),
          set_config('request.app_role', '', true),
          set_config('request.key_tables', array_to_string(found.tables, ','), true);
  return found.id;
end $$;
