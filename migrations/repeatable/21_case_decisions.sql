-- Decisions on single cases of pending batches, made only by procedures.
grant select on public.exception_decisions to :authenticated;
grant all on public.exception_decisions to :service_role;
create policy everything on public.exception_decisions to :service_role using (true) with check (true);
create policy own_tenant on public.exception_decisions for select to :authenticated
  using (tenant_id = (select private.tenant_id()));

create function private.guard_decision() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  batch public.exception_batches;
begin
  select * into batch from public.exception_batches where id = new.batch_id for share;
  if batch.tenant_id is distinct from new.tenant_id then
    raise exception 'Batch not found' using errcode = 'PT404';
  end if;
  if new.item >= batch.exception_count then
    raise exception 'The batch has no case %', new.item using errcode = 'PT404';
  end if;
  new.decided_by := coalesce(auth.uid(), new.decided_by);
  new.decided_at := clock_timestamp();
  return new;
end $$;
create trigger guard before insert or update of batch_id, item, decision, reason_code, note
  on public.exception_decisions for each row execute function private.guard_decision();

-- After trigger: before, an insert may still become an update.
create function private.decision_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed public.exception_decisions := case tg_op when 'DELETE' then old else new end;
begin
  if private.is_erasing(changed.tenant_id) then
    return null;
  end if;
  insert into audit.decision_history
    (batch_id, item, tenant_id, actor_id, actor_email, from_decision, to_decision, reason_code, note)
  values (changed.batch_id, changed.item, changed.tenant_id, auth.uid(), auth.email(),
    case when tg_op <> 'INSERT' then old.decision end, case when tg_op <> 'DELETE' then new.decision end,
    changed.reason_code, changed.note);
  return null;
end $$;
create trigger changed after insert or delete or update of decision, reason_code, note
  on public.exception_decisions for each row execute function private.decision_changed();

-- Requires that the caller saw the decision to replace or withdraw: any for the caller's own, exactly this one (`seen`
-- is its decided_at) for another person's.
create function private.require_seen(existing public.exception_decisions, seen timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if seen is null
     or (existing.decided_by is distinct from auth.uid() and existing.decided_at is distinct from seen) then
    raise exception 'Case % was % by % in the meantime: review it again', existing.item + 1, existing.decision,
      coalesce((select email from public.profiles where id = existing.decided_by), 'a deleted user')
      using errcode = 'PT409';
  end if;
end $$;

/*
 Decides cases of a pending batch: all of them, or none. Each choice is {item, decision, reason_code, note, seen}; a
 decision of null takes back the one there is; `seen` is the decided_at of the decision that was looked at.
*/
create function public.decide_cases(p_batch_id uuid, p_choices jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  batch public.exception_batches := private.own_batch(p_batch_id);
  existing public.exception_decisions;
  choice record;
  unknown text;
begin
  perform private.require_pending(batch.status);
  perform private.require_checker(batch.created_by);
  if jsonb_typeof(p_choices) is distinct from 'array' then
    raise exception 'Choices must be an array of {item, decision}' using errcode = 'PT400';
  end if;
  select key into unknown from jsonb_array_elements(p_choices) choices, jsonb_object_keys(choices) key
   where key not in ('item', 'decision', 'reason_code', 'note', 'seen') limit 1;
  if unknown is not null then
    raise exception 'Unknown field of a choice: %', unknown using errcode = 'PT400';
  end if;
  for choice in select * from jsonb_to_recordset(p_choices)
      as c (item int, decision text, reason_code text, note text, seen timestamptz) loop
    if choice.item is null or choice.item < 0 or choice.item >= batch.exception_count then
      raise exception 'The batch has no case %', coalesce(choice.item::text, 'without a number')
        using errcode = 'PT404';
    end if;
    select * into existing from public.exception_decisions
     where batch_id = p_batch_id and item = choice.item for update;
    if found then
      perform private.require_seen(existing, choice.seen);
    end if;
    if choice.decision is null then
      delete from public.exception_decisions where batch_id = p_batch_id and item = choice.item;
    else
      insert into public.exception_decisions (batch_id, item, decision, reason_code, note, tenant_id)
        values (p_batch_id, choice.item, choice.decision, choice.reason_code, choice.note, batch.tenant_id)
        on conflict (batch_id, item) do update
          set decision = excluded.decision, reason_code = excluded.reason_code, note = excluded.note;
    end if;
  end loop;
end $$;
grant execute on function public.decide_cases(uuid, jsonb) to :authenticated;
