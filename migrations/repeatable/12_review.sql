-- Decisions on exceptions. The database enforces the states.
grant select on public.exception_batches to :authenticated;
grant all on public.exception_batches to :service_role;
create policy everything on public.exception_batches to :service_role using (true) with check (true);
create policy own_tenant on public.exception_batches for select to :authenticated
  using (tenant_id = (select private.tenant_id()));
grant update (status, reviewed_by, reviewed_at, approval_notes) on public.exception_batches to :authenticated;
create policy own_tenant_decides on public.exception_batches for update to :authenticated
  using (tenant_id = (select private.tenant_id())) with check (tenant_id = (select private.tenant_id()));

-- Rejects a second decision on a batch with the first one, whichever way it arrives.
create function private.require_pending(status text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if status in ('approved', 'rejected') then
    raise exception 'This batch was already %', status using errcode = 'PT409';
  elsif status <> 'pending' then
    raise exception 'This batch is %, not pending', replace(status, '_', ' ') using errcode = 'PT409';
  end if;
end $$;

-- With maker-checker, the person who ran an analysis cannot decide its exceptions.
create function private.require_checker(maker uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if maker = auth.uid() and private.maker_checker() then
    raise exception 'Maker-checker: the person who ran the analysis cannot decide its batch' using errcode = '42501';
  end if;
end $$;
grant execute on function private.require_pending(text), private.require_checker(uuid) to :authenticated;

-- A client's PATCH can only reject a pending batch; procedures do the rest.
create function private.guard_exception_batch() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'pending' then
      raise exception 'A new batch must be pending' using errcode = 'PT409';
    end if;
    return new;
  end if;
  if new.status is distinct from old.status and old.status in ('approved', 'rejected') then
    raise exception 'This batch was already %', old.status using errcode = 'PT409';
  end if;
  if current_user = private.database_role('authenticated') then
    perform private.require_pending(old.status);
    perform private.require_checker(old.created_by);
    if new.status <> 'rejected' then
      raise exception 'Use approve_exception_batch to approve a batch' using errcode = '42501';
    end if;
    if btrim(coalesce(new.approval_notes, '')) = '' then
      raise exception 'Notes are required to reject' using errcode = 'PT400';
    end if;
    new.reviewed_by := auth.uid();
    new.reviewed_at := now();
  end if;
  return new;
end $$;
create trigger guard before insert or update on public.exception_batches
  for each row execute function private.guard_exception_batch();

create function private.exception_batch_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or new.status is distinct from old.status then
    insert into audit.batch_history
      (batch_id, tenant_id, actor_id, actor_email, from_status, to_status, notes, self_approved)
    values (new.id, new.tenant_id, auth.uid(), auth.email(),
      case tg_op when 'UPDATE' then old.status end, new.status, new.approval_notes, new.self_approved);
  end if;
  return null;
end $$;
create trigger changed after insert or update on public.exception_batches
  for each row execute function private.exception_batch_changed();

create function private.own_batch(batch uuid) returns public.exception_batches
language plpgsql security definer set search_path = '' as $$
declare
  found public.exception_batches;
begin
  select * into found from public.exception_batches
   where id = batch and tenant_id = private.tenant_id() for update;
  if found.id is null then
    raise exception 'Batch not found' using errcode = 'PT404';
  end if;
  return found;
end $$;

create function public.approve_exception_batch(p_batch_id uuid, p_notes text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  batch public.exception_batches := private.own_batch(p_batch_id);
  self boolean := coalesce(batch.created_by = auth.uid(), false);
begin
  perform private.require_pending(batch.status);
  perform private.require_checker(batch.created_by);
  update public.exception_batches
     set status = 'approved', approval_notes = p_notes, reviewed_by = auth.uid(), reviewed_at = now(),
         self_approved = self
   where id = p_batch_id;
end $$;

create function public.start_review(p_batch_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  batch public.exception_batches := private.own_batch(p_batch_id);
begin
  perform private.require_pending(batch.status);
  update public.exception_batches set status = 'under_review', held_by = auth.uid() where id = p_batch_id;
end $$;

create function public.return_to_queue(p_batch_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  batch public.exception_batches := private.own_batch(p_batch_id);
begin
  if batch.status <> 'under_review' then
    raise exception 'This batch is not under review' using errcode = 'PT409';
  end if;
  if batch.held_by is distinct from auth.uid() and not private.is_admin() then
    raise exception 'Only its reviewer or an admin can return a batch to the queue' using errcode = '42501';
  end if;
  update public.exception_batches set status = 'pending', held_by = null where id = p_batch_id;
end $$;

-- Returns the history of a batch and its cases, for everyone who may see the batch.
create function public.exception_history(p_batch_id uuid)
returns table (at timestamptz, actor_email text, item int, from_state text, to_state text, reason_code text, note text,
  self_approved boolean)
language sql stable security definer set search_path = '' as $$
  select h.at, h.actor_email, null::int, h.from_status, h.to_status, null, h.notes, h.self_approved
    from audit.batch_history h where h.batch_id = p_batch_id and h.tenant_id = private.tenant_id()
  union all
  select d.at, d.actor_email, d.item, d.from_decision, d.to_decision, d.reason_code, d.note, false
    from audit.decision_history d where d.batch_id = p_batch_id and d.tenant_id = private.tenant_id()
  order by 1
$$;
grant execute on function public.exception_history(uuid) to :authenticated;

-- Counts individually decided cases by score band, and those rejected (confirmed). Cases that took their batch's
-- decision are counted separately. The caller's policies apply.
create function public.exception_precision()
returns table (band text, decided bigint, confirmed bigint, unreviewed bigint)
language sql stable set search_path = '' as $$
  with cases as (
    select coalesce(one.value ->> 'band', 'Unbanded') as band, d.decision, b.status
      from public.exception_batches b
      cross join lateral jsonb_array_elements(b.exceptions) with ordinality as one (value, place)
      left join public.exception_decisions d on d.batch_id = b.id and d.item = one.place - 1
     where d.decision is not null or b.status in ('approved', 'rejected')
  )
  select cases.band, count(decision), count(*) filter (where decision = 'rejected'),
         count(*) filter (where decision is null)
    from cases group by cases.band
   order by array_position(array['Critical', 'High', 'Medium', 'Low'], cases.band)
$$;
grant execute on function public.exception_precision() to :authenticated;

grant execute on function public.approve_exception_batch(uuid, text) to :authenticated;
grant execute on function public.start_review(uuid) to :authenticated;
grant execute on function public.return_to_queue(uuid) to :authenticated;
