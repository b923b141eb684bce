-- Cases of accounts and customers. Analyses open them, procedures change them; events are never changed.
grant select on public.cases, public.case_events to :authenticated;
grant all on public.cases, public.case_events to :service_role;
create policy everything on public.cases to :service_role using (true) with check (true);
create policy everything on public.case_events to :service_role using (true) with check (true);
create policy own_tenant on public.cases for select to :authenticated
  using (tenant_id = (select private.tenant_id()));
create policy own_tenant on public.case_events for select to :authenticated
  using (tenant_id = (select private.tenant_id()));

-- Opens cases of an analysis, or adds what it found to those still open. Each is {subject, evidence, rows, reasons,
-- patterns}. A snoozed case with new rows wakes.
create function private.open_cases(batch public.exception_batches, source uuid, of_column text, found jsonb) returns void
language sql set search_path = '' as $$
  with opened as (
    insert into public.cases as c
      (tenant_id, batch_id, source_id, subject_column, subject, evidence, rows, reasons, patterns)
    select batch.tenant_id, batch.id, source, of_column, f.subject, f.evidence, f.rows, f.reasons, f.patterns
      from jsonb_to_recordset(found) as f (subject text, evidence double precision, rows int[], reasons jsonb, patterns int[])
    on conflict (tenant_id, source_id, subject) where status <> 'closed' do update
      set batch_id = excluded.batch_id, evidence = excluded.evidence, reasons = excluded.reasons,
          patterns = excluded.patterns,
          rows = array(select distinct unnest(c.rows || excluded.rows) order by 1),
          snoozed_until = case when excluded.rows <@ c.rows then c.snoozed_until end
    returning id, tenant_id, rows
  )
  insert into public.case_events (case_id, tenant_id, actor_id, action, detail)
  select id, tenant_id, batch.created_by, 'found', jsonb_build_object('batch', batch.id, 'rows', cardinality(rows))
    from opened
$$;
grant execute on function private.open_cases(public.exception_batches, uuid, text, jsonb) to :tenant;

create function private.case_day(value text) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return value::timestamptz;
exception when others then
  raise exception 'until must be a date' using errcode = 'PT400';
end $$;

/*
 Acts on a case: comment {note}, assign {assignee}, snooze {until, note}, escalate {note}, close {outcome, reason_code,
 note} or reopen {note}. An assignee of null takes the assignment back. With maker-checker, the person who ran the
 analysis can't close its cases.
*/
create function public.act_on_case(p_case_id uuid, p_action text, p_detail jsonb default '{}') returns void
language plpgsql security definer set search_path = '' as $$
declare
  found public.cases;
  words text := nullif(btrim(p_detail ->> 'note'), '');
  takes text[] := case p_action when 'assign' then '{assignee}' when 'snooze' then '{until,note}'
    when 'close' then '{outcome,reason_code,note}' when 'comment' then '{note}' when 'escalate' then '{note}'
    when 'reopen' then '{note}' end;
  wrong text;
begin
  select * into found from public.cases where id = p_case_id and tenant_id = private.tenant_id() for update;
  if found.id is null then
    raise exception 'Case not found' using errcode = 'PT404';
  elsif takes is null then
    raise exception 'Unknown action: %', p_action using errcode = 'PT400';
  end if;
  select key into wrong from jsonb_object_keys(p_detail) key where key <> all (takes) limit 1;
  if wrong is not null then
    raise exception 'Unknown field of %: %', p_action, wrong using errcode = 'PT400';
  elsif found.status = 'closed' and p_action not in ('reopen', 'comment') then
    raise exception 'This case is closed: reopen it first' using errcode = 'PT409';
  elsif found.status <> 'closed' and p_action = 'reopen' then
    raise exception 'This case is open' using errcode = 'PT409';
  elsif words is null and p_action in ('comment', 'escalate', 'reopen') then
    raise exception 'A note is required to %', p_action using errcode = 'PT400';
  elsif length(words) > 4000 then
    raise exception 'A note has at most 4,000 characters' using errcode = 'PT400';
  end if;
  case p_action
    when 'assign' then
      if p_detail ->> 'assignee' is not null and not exists (
          select from public.profiles where id::text = p_detail ->> 'assignee' and tenant_id = found.tenant_id) then
        raise exception 'No member of this organization has this id' using errcode = 'PT404';
      end if;
      update public.cases set assigned_to = (p_detail ->> 'assignee')::uuid where id = p_case_id;
    when 'snooze' then
      if not coalesce(private.case_day(p_detail ->> 'until') > now(), false) then
        raise exception 'A case is snoozed until a later time' using errcode = 'PT400';
      end if;
      update public.cases set snoozed_until = private.case_day(p_detail ->> 'until') where id = p_case_id;
    when 'escalate' then
      update public.cases set status = 'escalated', snoozed_until = null where id = p_case_id;
    when 'close' then
      perform private.require_checker(b.created_by) from public.exception_batches b where b.id = found.batch_id;
      if p_detail ->> 'outcome' is null or p_detail ->> 'reason_code' is null then
        raise exception 'An outcome and a reason are required to close a case' using errcode = 'PT400';
      end if;
      update public.cases
         set status = 'closed', outcome = p_detail ->> 'outcome', reason_code = p_detail ->> 'reason_code',
             closed_at = now(), snoozed_until = null
       where id = p_case_id;
    when 'reopen' then
      if exists (select from public.cases where tenant_id = found.tenant_id and source_id = found.source_id
          and subject = found.subject and status <> 'closed') then
        raise exception 'A newer case of % is open', found.subject using errcode = 'PT409';
      end if;
      update public.cases set status = 'open', outcome = null, reason_code = null, closed_at = null where id = p_case_id;
    else null;
  end case;
  insert into public.case_events (case_id, tenant_id, actor_id, action, note, detail)
    values (p_case_id, found.tenant_id, auth.uid(), p_action, words, p_detail - 'note');
  if p_action in ('close', 'reopen') then
    perform audit.record('case.' || case p_action when 'close' then 'closed' else 'reopened' end, 'case',
      p_case_id::text, found.tenant_id, p_detail - 'note');
  end if;
end $$;
grant execute on function public.act_on_case(uuid, text, jsonb) to :authenticated;
