-- Why a case was decided as it was, in the history beside the note; and how often reviewers confirmed what scored so high.
alter table public.exception_decisions add constraint exception_decisions_reason_code check (reason_code in
  ('known_behaviour', 'one_off', 'data_error', 'duplicate', 'structuring', 'mule', 'takeover', 'country',
   'documents', 'other'));

drop function public.exception_history(uuid);
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
revoke execute on function public.exception_history(uuid) from public;
grant execute on function public.exception_history(uuid) to authenticated;

-- By band of score: how many cases were decided, and how many of these were rejected, which is to say confirmed. A
-- case without a decision of its own takes that of its decided batch. The caller's own policies say what is counted.
create function public.exception_precision()
returns table (band text, decided bigint, confirmed bigint)
language sql stable set search_path = '' as $$
  with decided as (
    select coalesce(one.value ->> 'band', 'Unbanded') as band,
           coalesce(d.decision, case when b.status in ('approved', 'rejected') then b.status end) as decision
      from public.exception_batches b
      cross join lateral jsonb_array_elements(b.exceptions) with ordinality as one (value, place)
      left join public.exception_decisions d on d.batch_id = b.id and d.item = one.place - 1
  )
  select decided.band, count(*), count(*) filter (where decided.decision = 'rejected')
    from decided where decided.decision is not null
   group by decided.band
   order by array_position(array['Critical', 'High', 'Medium', 'Low'], decided.band)
$$;
revoke execute on function public.exception_precision() from public;
grant execute on function public.exception_precision() to authenticated;
