-- Who comes second to a batch is told the same whichever way they came: that it was already decided, and how.
create function private.require_pending(status text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if status in ('approved', 'rejected') then
    raise exception 'This batch was already %', status using errcode = 'PT409';
  elsif status <> 'pending' then
    raise exception 'This batch is %, not pending', replace(status, '_', ' ') using errcode = 'PT409';
  end if;
end $$;
revoke execute on function private.require_pending(text) from public;

create or replace function public.approve_exception_batch(p_batch_id uuid, p_notes text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  batch public.exception_batches := private.own_batch(p_batch_id);
  self boolean := coalesce(batch.created_by = auth.uid(), false);
begin
  perform private.require_pending(batch.status);
  if self and private.four_eyes() then
    raise exception 'Four eyes: whoever ran the analysis cannot approve its batch' using errcode = '42501';
  end if;
  update public.exception_batches
     set status = 'approved', approval_notes = p_notes, reviewed_by = auth.uid(), reviewed_at = now(),
         self_approved = self
   where id = p_batch_id;
end $$;

create or replace function public.start_review(p_batch_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  batch public.exception_batches := private.own_batch(p_batch_id);
begin
  perform private.require_pending(batch.status);
  update public.exception_batches set status = 'under_review', held_by = auth.uid() where id = p_batch_id;
end $$;

create or replace function private.guard_decision() returns trigger
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
  if auth.role() = 'authenticated' then
    perform private.require_pending(batch.status);
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
