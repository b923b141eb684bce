-- Rankers: the server enters versions; administrators choose the one in use.
grant select on public.rankers, public.review_settings to :authenticated;
grant all on public.rankers, public.review_settings to :service_role;
create policy everything on public.rankers to :service_role using (true) with check (true);
create policy everything on public.review_settings to :service_role using (true) with check (true);
create policy own_tenant on public.rankers for select to :authenticated
  using (tenant_id = (select private.tenant_id()));
create policy own_tenant on public.review_settings for select to :authenticated
  using (tenant_id = (select private.tenant_id()));

-- Returns the flagged rows of all analyses, with what carries decisions over. The caller's policies apply.
create function private.flagged_rows()
returns table (batch_id uuid, source_id uuid, is_dataset boolean, roles jsonb, item int, "row" int, "at" text,
  "values" jsonb)
language sql stable set search_path = '' as $$
  select b.id, coalesce(r.manifest_id, r.batch_id), r.manifest_id is not null, r.parameters -> 'roles',
         (e.place - 1)::int, (e.value ->> 'row')::int, e.value ->> 'at', e.value -> 'values'
    from public.exception_batches b
    join public.pattern_analysis_results r on r.id = b.result_id
    cross join lateral jsonb_array_elements(b.exceptions) with ordinality as e (value, place)
   where coalesce(r.manifest_id, r.batch_id) is not null and e.value ->> 'row' is not null
$$;

-- Returns decisions on single rows, and outcomes of closed cases for each of their rows; the latest of a row counts.
-- Data errors and duplicates are left out: they say nothing about fraud.
create function private.decided_rows()
returns table (source_id uuid, is_dataset boolean, "row" int, confirmed boolean, reason text, "at" text, roles jsonb,
  "values" jsonb, decided_at timestamptz)
language sql stable set search_path = '' as $$
  with flagged as materialized (
    select f.* from private.flagged_rows() f
     where f.batch_id in (select d.batch_id from public.exception_decisions d)
        or f.source_id in (select c.source_id from public.cases c where c.status = 'closed')
  ), decided as (
    select f.*, d.decision = 'rejected' as confirmed, d.reason_code as reason, d.decided_at
      from flagged f join public.exception_decisions d on d.batch_id = f.batch_id and d.item = f.item
    union all
    select f.*, c.outcome <> 'cleared', case c.outcome when 'data_error' then c.outcome else c.reason_code end,
           c.closed_at
      from flagged f join public.cases c on c.source_id = f.source_id and f.row = any (c.rows)
     where c.status = 'closed'
  ), latest as (
    select distinct on (d.source_id, d.row) d.* from decided d
     order by d.source_id, d.row, d.decided_at desc, d.confirmed desc
  )
  select l.source_id, l.is_dataset, l.row, l.confirmed, l.reason, l.at, l.roles, l.values, l.decided_at
    from latest l where l.reason is null or l.reason not in ('data_error', 'duplicate')
$$;
grant execute on function private.flagged_rows(), private.decided_rows() to :authenticated, :tenant;

-- Counts the decisions that teach, and those made after the newest version's training.
create function public.count_decisions() returns table (confirmed int, cleared int, since int)
language sql stable set search_path = '' as $$
  select count(*) filter (where d.confirmed)::int, count(*) filter (where not d.confirmed)::int,
         count(*) filter (where d.decided_at > coalesce((select max(r.trained_through) from public.rankers r),
           '-infinity') + interval '2 microseconds')::int
    from private.decided_rows() d
$$;
grant execute on function public.count_decisions() to :authenticated;

-- Returns the ranker in use, with the state of its approval.
create function private.ranker_in_use()
returns table (id uuid, version int, model jsonb, state text)
language sql stable security definer set search_path = '' as $$
  select r.id, r.version, r.model, a.state
    from public.review_settings s
    join public.rankers r on r.id = s.ranker_id
    left join public.current_approvals a on a.run_id = r.governance_run_id
   where s.tenant_id = private.tenant_id()
$$;
grant execute on function private.ranker_in_use() to :tenant;

-- Stores the evaluation of a version on decisions after its training.
create function private.evaluate_ranker(p_ranker_id uuid, p_evaluation jsonb) returns void
language sql security definer set search_path = '' as $$
  update public.rankers set evaluation_since = p_evaluation
   where id = p_ranker_id and tenant_id = private.tenant_id()
$$;
grant execute on function private.evaluate_ranker(uuid, jsonb) to :tenant;

-- Chooses the ranker that later analyses use: an approved version, or null for scores without labels.
create function public.use_ranker(p_ranker_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  chosen public.rankers;
  state text;
begin
  if p_ranker_id is not null then
    select * into chosen from public.rankers where id = p_ranker_id and tenant_id = private.tenant_id();
    if chosen.id is null then
      raise exception 'Ranker not found' using errcode = 'PT404';
    end if;
  end if;
  if not private.is_admin() then
    raise exception 'Choosing a ranker needs the role admin' using errcode = '42501';
  end if;
  select c.state into state from public.current_approvals c where c.run_id = chosen.governance_run_id;
  if p_ranker_id is not null and state is distinct from 'approved' then
    raise exception 'Version % is not approved: approve it under AI Governance first', chosen.version
      using errcode = 'PT409';
  end if;
  insert into public.review_settings as s (tenant_id, ranker_id) values (private.tenant_id(), p_ranker_id)
    on conflict (tenant_id) do update set ranker_id = excluded.ranker_id;
  perform audit.record('ranker.chosen', 'ranker', coalesce(p_ranker_id::text, 'none'), private.tenant_id(),
    jsonb_strip_nulls(jsonb_build_object('version', chosen.version, 'sha256', chosen.sha256)));
end $$;
grant execute on function public.use_ranker(uuid) to :authenticated;

-- Sets how many cases are reviewed a day; null for no limit.
create function public.set_case_capacity(p_cases_a_day int) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Setting the capacity needs the role admin' using errcode = '42501';
  elsif p_cases_a_day not between 1 and 10000 then
    raise exception 'State a number of cases from 1 to 10,000' using errcode = 'PT400';
  end if;
  insert into public.review_settings as s (tenant_id, cases_a_day) values (private.tenant_id(), p_cases_a_day)
    on conflict (tenant_id) do update set cases_a_day = excluded.cases_a_day;
  perform audit.record('review.capacity_set', 'review_settings', private.tenant_id()::text, private.tenant_id(),
    jsonb_strip_nulls(jsonb_build_object('casesADay', p_cases_a_day)));
end $$;
grant execute on function public.set_case_capacity(int) to :authenticated;
