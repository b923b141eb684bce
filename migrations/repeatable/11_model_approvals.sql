grant select on public.governance_audit to :authenticated;
grant all on public.governance_audit to :service_role;
create policy everything on public.governance_audit to :service_role using (true) with check (true);
create policy own_tenant on public.governance_audit for select to :authenticated
  using (tenant_id = (select private.tenant_id()));
grant select on public.pattern_analysis_results to :authenticated;
grant all on public.pattern_analysis_results to :service_role;
create policy everything on public.pattern_analysis_results to :service_role using (true) with check (true);
create policy own_tenant on public.pattern_analysis_results for select to :authenticated
  using (tenant_id = (select private.tenant_id()));

-- Only the functions below create approvals, even with the service key.
grant select on public.model_approvals to :authenticated, :service_role;
create policy everything on public.model_approvals for select to :service_role using (true);
create policy own_tenant on public.model_approvals for select to :authenticated
  using (tenant_id = (select private.tenant_id()));

create function private.maker_checker() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select four_eyes from public.organizations where id = private.org_id()), false)
$$;

-- Locks a record of the caller's tenant for the transaction; admins only.
create function private.lock_model_run(p_run_id uuid, p_refusal text) returns public.governance_audit
language plpgsql security definer set search_path = '' as $$
declare
  run public.governance_audit;
begin
  select * into run from public.governance_audit
   where run_id = p_run_id and tenant_id = private.tenant_id() for update;
  if run.run_id is null then
    raise exception 'Record not found' using errcode = 'PT404';
  end if;
  if not private.is_admin() then
    raise exception '%', p_refusal using errcode = '42501';
  end if;
  return run;
end $$;

-- Returns the batch of a record: sampled from the model, or analyzed; null for an upload.
create function private.batch_of_run(p_run_id uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce(g.batch_id, (select p.batch_id from public.pattern_analysis_results p
                                where p.governance_run_id = g.run_id order by p.created_at desc limit 1))
    from public.governance_audit g where g.run_id = p_run_id
$$;

-- Returns the current content that an approval covers. The file's hash is that of the stored bytes.
create function private.approved_content(p_run_id uuid)
returns table (file_sha256 text, report_sha256 text, manifest_sha256 text, content_sha256 text)
language sql stable security definer set search_path = '' as $$
  select o.metadata ->> 'sha256', r.sha256, m.manifest ->> 'sha256',
         encode(sha256(convert_to(concat_ws(E'\n', m.manifest::text, r.quality::text, r.privacy::text,
           r.from_scratch::text), 'UTF8')), 'hex')
    from public.governance_audit g
    left join public.generation_logs b on b.batch_id = g.batch_id
    left join public.batch_reports r on r.batch_id = g.batch_id
    left join storage.objects o on o.bucket_id = 'generated_data' and 'generated_data/' || o.name = b.csv_url
    cross join lateral (select case when b.batch_id is null then g.manifest else b.manifest end as manifest) m
   where g.run_id = p_run_id
$$;

-- Hashes the terms and hashes of an approval as canonical JSON (RFC 8785): sorted names, JSON escapes.
create function private.approval_sha256(a public.model_approvals) returns text
language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(concat(
    '{"audience":', to_json(a.audience),
    ',"exception":', case when a.exception_name is null then 'null'
      else concat('{"name":', to_json(a.exception_name), ',"reason":', to_json(a.exception_reason), '}') end,
    ',"expiresOn":', to_json(to_char(a.expires_on, 'YYYY-MM-DD')),
    ',"file":', coalesce(to_json(a.file_sha256)::text, 'null'),
    ',"intendedUse":', to_json(a.intended_use),
    ',"manifest":', coalesce(to_json(a.manifest_sha256)::text, 'null'),
    ',"report":', coalesce(to_json(a.report_sha256)::text, 'null'),
    ',"run":', to_json(a.run_id), '}'), 'UTF8')), 'hex')
$$;

-- Returns the terms of an approval as the log commits to them and evidence packs list them.
create function private.approval_terms(a public.model_approvals) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('sha256', a.sha256, 'intended_use', a.intended_use, 'audience', a.audience,
    'expires_on', to_char(a.expires_on, 'YYYY-MM-DD'), 'notes', a.notes, 'exception_name', a.exception_name,
    'exception_reason', a.exception_reason, 'verdict', a.verdict, 'file_sha256', a.file_sha256,
    'report_sha256', a.report_sha256, 'manifest_sha256', a.manifest_sha256, 'evidence', a.evidence,
    'approved_at', private.utc(a.approved_at), 'confirmed_at', private.utc(a.confirmed_at),
    'maker_checker', a.maker_checker)
$$;

-- Returns the reason and time of the revocation in this transaction.
create function private.revocation_of(p_run_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('approval', sha256, 'reason', closed_reason, 'at', private.utc(closed_at))
    from public.model_approvals where run_id = p_run_id and closed_at = now()
$$;
grant execute on function private.approval_terms(public.model_approvals), private.utc(timestamptz) to :authenticated;

-- Returns the reason why an approval has lapsed; null while it is valid.
create function private.approval_lapse(a public.model_approvals) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  found record;
begin
  if a.lapsed_because is not null then
    return a.lapsed_because;
  end if;
  if (now() at time zone 'UTC')::date > a.expires_on then
    return 'It expired on ' || to_char(a.expires_on, 'YYYY-MM-DD') || '.';
  end if;
  if a.sha256 <> private.approval_sha256(a) then
    return 'Its use, audience or expiry was changed after the approval.';
  end if;
  select * into found from private.approved_content(a.run_id);
  return case
    when a.file_sha256 is distinct from found.file_sha256 then 'The file of the batch changed or was deleted.'
    when a.report_sha256 is distinct from found.report_sha256 then 'The report changed.'
    when a.manifest_sha256 is distinct from found.manifest_sha256
      or a.content_sha256 is distinct from found.content_sha256 then 'The manifest or the report changed.'
  end;
end $$;
grant execute on function private.approval_lapse(public.model_approvals) to :authenticated, :service_role;

-- Open approval of each record. `state` reflects a lapse at once; `approved_for_production` follows when it is settled.
create view public.current_approvals with (security_invoker = true) as
  select a.id, a.tenant_id, a.run_id, a.intended_use, a.audience, a.expires_on, a.notes, a.exception_name,
         a.exception_reason, a.verdict, a.file_sha256, a.report_sha256, a.manifest_sha256, a.evidence, a.sha256,
         a.approved_by, a.approved_at, a.confirmed_by, a.confirmed_at, a.maker_checker, lapse.reason as lapsed_because,
         case when lapse.reason is not null then 'lapsed'
              when a.exception_name is not null and a.confirmed_at is null then 'awaiting'
              else 'approved' end as state
    from public.model_approvals a cross join lateral (select private.approval_lapse(a) as reason) lapse
   where a.closed_at is null;
grant select on public.current_approvals to :authenticated, :service_role;

-- Derives the approval columns of a record from its approvals.
create function private.guard_approved() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.approved_for_production <> exists (select from public.model_approvals a
      where a.run_id = new.run_id and a.closed_at is null and a.lapsed_at is null
        and (a.exception_name is null or a.confirmed_at is not null)) then
    raise exception 'Use approve_model_run and revoke_model_run to change approvals' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_inserted before insert on public.governance_audit
  for each row when (new.approved_for_production) execute function private.guard_approved();
create trigger guard_changed before update of approved_for_production on public.governance_audit
  for each row when (new.approved_for_production <> old.approved_for_production)
  execute function private.guard_approved();

create function private.check_approver(run public.governance_audit) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_live_log();
  if run.created_by = auth.uid() and private.maker_checker() then
    raise exception 'Maker-checker: the person who ran the model cannot approve it' using errcode = '42501';
  end if;
end $$;

create function private.check_terms(p_intended_use text, p_audience text, p_expires_on date) returns void
language plpgsql stable set search_path = '' as $$
declare
  today date := (now() at time zone 'UTC')::date;
begin
  if char_length(btrim(coalesce(p_intended_use, ''))) not between 3 and 500 then
    raise exception 'State the intended use, in 3 to 500 characters' using errcode = 'PT400';
  end if;
  if char_length(btrim(coalesce(p_audience, ''))) not between 3 and 200 then
    raise exception 'State the audience, in 3 to 200 characters' using errcode = 'PT400';
  end if;
  if p_expires_on is null or p_expires_on < today or p_expires_on > today + interval '24 months' then
    raise exception 'State an expiry date from today to 24 months ahead' using errcode = 'PT400';
  end if;
end $$;

-- Returns the verdict of a batch: null if nothing was sampled, 'withheld' if nothing was measured, 'unfit' if it passed
-- the privacy tests but not those of usefulness.
create function private.check_batch(run public.governance_audit) returns text
language plpgsql security definer set search_path = '' as $$
declare
  batch public.generation_logs;
  report public.batch_reports;
  verdict text;
begin
  if run.batch_id is null then
    return null;
  end if;
  select * into batch from public.generation_logs where batch_id = run.batch_id for share;
  if batch.status <> 'completed' then
    raise exception 'Only a completed batch can be approved: this one is %', batch.status using errcode = 'PT409';
  end if;
  if (select file_sha256 from private.approved_content(run.run_id)) is null then
    raise exception 'The file of this batch is missing, so it cannot be approved' using errcode = 'PT409';
  end if;
  if exists (select from public.runs where kind = 'measure' and status in ('queued', 'running')
      and tenant_id = run.tenant_id and subject ->> 'batchId' = run.batch_id::text) then
    raise exception 'This batch is still being measured: approve it when its report is available' using errcode = 'PT409';
  end if;
  select * into report from public.batch_reports where batch_id = run.batch_id for share;
  verdict := coalesce(report.privacy ->> 'verdict',
    case report.from_scratch ->> 'lawsHold' when 'true' then 'pass' when 'false' then 'fail' end, 'withheld');
  if verdict not in ('pass', 'withheld') then
    raise exception 'This batch did not pass the privacy tests: it cannot be approved' using errcode = 'PT409';
  end if;
  if verdict = 'pass' and report.quality -> 'usefulness' ->> 'verdict' = 'unfit' then
    return 'unfit';
  end if;
  return verdict;
end $$;

create function private.check_exception(verdict text, p_name text, p_reason text) returns void
language plpgsql stable set search_path = '' as $$
declare
  needed constant text := case verdict when 'withheld' then 'The privacy of this batch was not scored'
    when 'unfit' then 'The report judges this batch unfit' end;
begin
  if needed is not null and (char_length(btrim(coalesce(p_name, ''))) not between 3 and 120
      or char_length(btrim(coalesce(p_reason, ''))) not between 3 and 2000) then
    raise exception '%: name an exception, with a reason, for a second administrator to confirm', needed
      using errcode = 'PT409';
  end if;
  if needed is null and btrim(coalesce(p_name, '') || coalesce(p_reason, '')) <> '' then
    raise exception 'Nothing was withheld here: leave the exception empty' using errcode = 'PT400';
  end if;
end $$;

-- Approves a model run for production: by an admin, for a use, an audience and a period, with evidence. Requires a
-- second person with maker-checker, and a second administrator if privacy was not scored or the batch is unfit.
create function public.approve_model_run(
  p_run_id uuid, p_notes text default null, p_intended_use text default null, p_audience text default null,
  p_expires_on date default null, p_exception_name text default null, p_exception_reason text default null
) returns void language plpgsql security definer set search_path = '' as $$
declare
  run public.governance_audit := private.lock_model_run(p_run_id, 'Approving a model needs the role admin');
  state text := (select c.state from public.current_approvals c where c.run_id = p_run_id);
  approval public.model_approvals;
begin
  if state = 'approved' then
    raise exception 'This record is already approved' using errcode = 'PT409';
  elsif state = 'awaiting' then
    raise exception 'This record awaits a second approver' using errcode = 'PT409';
  end if;
  perform private.check_approver(run);
  perform private.check_terms(p_intended_use, p_audience, p_expires_on);
  approval.verdict := private.check_batch(run);
  perform private.check_exception(approval.verdict, p_exception_name, p_exception_reason);
  approval.evidence := private.check_evidence(run);
  perform private.close_approval(run, 'Lapsed and replaced by a new approval');
  select * into approval.file_sha256, approval.report_sha256, approval.manifest_sha256, approval.content_sha256
    from private.approved_content(p_run_id);
  approval.run_id := p_run_id;
  approval.intended_use := btrim(p_intended_use);
  approval.audience := btrim(p_audience);
  approval.expires_on := p_expires_on;
  approval.exception_name := nullif(btrim(p_exception_name), '');
  approval.exception_reason := nullif(btrim(p_exception_reason), '');
  approval.sha256 := private.approval_sha256(approval);
  insert into public.model_approvals
      (tenant_id, run_id, intended_use, audience, expires_on, notes, exception_name, exception_reason, verdict,
       file_sha256, report_sha256, manifest_sha256, content_sha256, evidence, sha256, approved_by, maker_checker)
    values (run.tenant_id, p_run_id, approval.intended_use, approval.audience, p_expires_on, nullif(btrim(p_notes), ''),
      approval.exception_name, approval.exception_reason, approval.verdict, approval.file_sha256,
      approval.report_sha256, approval.manifest_sha256, approval.content_sha256, approval.evidence, approval.sha256,
      auth.uid(), private.maker_checker())
    returning * into approval;
  if approval.exception_name is null then
    perform private.put_in_force(approval);
  else
    perform private.log_entry('model.approval_requested', p_run_id::text, run.tenant_id, approval.sha256,
      jsonb_build_object('maker_checker', case when not approval.maker_checker then false end), null,
      private.approval_terms(approval));
    perform audit.record('model.approval_requested', 'governance_audit', p_run_id::text, run.tenant_id,
      private.approval_detail(approval));
  end if;
end $$;

create function private.approval_detail(approval public.model_approvals) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('notes', approval.notes, 'intendedUse', approval.intended_use,
    'audience', approval.audience, 'expiresOn', approval.expires_on, 'sha256', approval.sha256,
    'exception', approval.exception_name, 'exceptionReason', approval.exception_reason,
    'makerChecker', case when not approval.maker_checker then false end))
$$;

create function private.put_in_force(approval public.model_approvals) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.governance_audit
     set approved_for_production = true, approved_by = approval.approved_by, approved_at = now(),
         approval_notes = approval.notes, declined_by = null, declined_at = null
   where run_id = approval.run_id;
  perform audit.record('model.approved', 'governance_audit', approval.run_id::text, approval.tenant_id,
    private.approval_detail(approval));
end $$;

-- Rejects a confirmation if the first approver is disabled, or is no longer an administrator of the organization.
create function private.check_first_approver(approver uuid, tenant uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_standing(approver, tenant, 'admin') then
    raise exception 'The first approver is disabled or no longer an administrator here: revoke this approval and approve again'
      using errcode = 'PT409';
  end if;
end $$;

-- Second approval of an exception; repeats all checks.
create function public.confirm_model_approval(p_run_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  run public.governance_audit := private.lock_model_run(p_run_id, 'Approving a model needs the role admin');
  awaited public.current_approvals;
  approval public.model_approvals;
  documents jsonb;
begin
  select * into awaited from public.current_approvals where run_id = p_run_id;
  if awaited.state = 'lapsed' then
    raise exception 'The first approval lapsed: %', awaited.lapsed_because using errcode = 'PT409';
  elsif awaited.state is distinct from 'awaiting' then
    raise exception 'This record is not awaiting a second approver' using errcode = 'PT409';
  end if;
  perform private.check_approver(run);
  if awaited.approved_by = auth.uid() then
    raise exception 'A second administrator must confirm: you approved it first' using errcode = '42501';
  end if;
  perform private.check_first_approver(awaited.approved_by, run.tenant_id);
  perform private.check_batch(run);
  documents := private.check_evidence(run);
  if not awaited.evidence <@ documents then
    raise exception 'The evidence changed after the first approval: revoke it and approve again' using errcode = 'PT409';
  end if;
  update public.model_approvals
     set confirmed_by = auth.uid(), confirmed_at = now(), evidence = documents,
         maker_checker = maker_checker and private.maker_checker()
   where id = awaited.id returning * into approval;
  perform private.put_in_force(approval);
end $$;

create function private.close_approval(run public.governance_audit, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.model_approvals set closed_by = auth.uid(), closed_at = now(), closed_reason = p_reason
   where run_id = run.run_id and closed_at is null;
  if not found and not run.approved_for_production then
    return;
  elsif not run.approved_for_production then
    perform private.log_entry('model.revoked', run.run_id::text, run.tenant_id, run.manifest ->> 'sha256', '{}', null,
      private.revocation_of(run.run_id));
  end if;
  update public.governance_audit
     set approved_for_production = false, approved_by = null, approved_at = null, approval_notes = p_reason
   where run_id = run.run_id;
  perform audit.record('model.revoked', 'governance_audit', run.run_id::text, run.tenant_id,
    jsonb_build_object('reason', p_reason));
end $$;

create function public.revoke_model_run(p_run_id uuid, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  run public.governance_audit := private.lock_model_run(p_run_id, 'Revoking an approval needs the role admin');
begin
  if not run.approved_for_production
     and not exists (select from public.model_approvals where run_id = p_run_id and closed_at is null) then
    raise exception 'This record is not approved' using errcode = 'PT409';
  end if;
  if btrim(coalesce(p_reason, '')) = '' then
    raise exception 'A reason is required' using errcode = 'PT400';
  end if;
  perform private.close_approval(run, p_reason);
end $$;
-- Answers each check of an approval before it is requested, with the refusal that the approval would give. `exception`: the
-- check holds only for an approval with an exception.
create function public.approval_checks(p_run_id uuid)
returns table (subject text, holds boolean, exception boolean, detail text)
language plpgsql security definer set search_path = '' as $$
declare
  run public.governance_audit;
  verdict text;
begin
  select * into run from public.governance_audit where run_id = p_run_id and tenant_id = private.tenant_id();
  if run.run_id is null then
    raise exception 'Record not found' using errcode = 'PT404';
  end if;
  foreach subject in array array['tests', 'evidence', 'approver'] loop
    holds := true;
    exception := false;
    detail := null;
    begin
      if subject = 'tests' then
        verdict := private.check_batch(run);
        exception := coalesce(verdict in ('withheld', 'unfit'), false);
        detail := verdict;
      elsif subject = 'evidence' then
        detail := jsonb_array_length(private.check_evidence(run))::text;
      elsif not private.is_admin() then
        raise exception 'An administrator approves a model for production.' using errcode = '42501';
      else
        perform private.check_approver(run);
      end if;
    exception when sqlstate 'PT409' or sqlstate 'PT503' or insufficient_privilege then
      holds := false;
      detail := sqlerrm;
    end;
    return next;
  end loop;
end $$;
grant execute on function public.approval_checks(uuid) to :authenticated;

-- Records that a model run was not approved, and why. The record stays Pending; a later approval replaces this.
create function public.decline_model_run(p_run_id uuid, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  run public.governance_audit := private.lock_model_run(p_run_id, 'Declining an approval needs the role admin');
begin
  if exists (select from public.current_approvals where run_id = p_run_id and state <> 'lapsed') then
    raise exception 'This record is approved or awaits a second approver: revoke the approval' using errcode = 'PT409';
  elsif run.created_by = auth.uid() and private.maker_checker() then
    raise exception 'Maker-checker: the person who ran the model cannot decline it' using errcode = '42501';
  elsif btrim(coalesce(p_reason, '')) = '' then
    raise exception 'A reason is required' using errcode = 'PT400';
  end if;
  update public.governance_audit
     set declined_by = auth.uid(), declined_at = now(), approval_notes = btrim(p_reason)
   where run_id = p_run_id;
  perform audit.record('model.declined', 'governance_audit', p_run_id::text, run.tenant_id,
    jsonb_build_object('reason', btrim(p_reason)));
end $$;
grant execute on function public.decline_model_run(uuid, text) to :authenticated;

grant execute on function public.approve_model_run(uuid, text, text, text, date, text, text) to :authenticated;
grant execute on function public.confirm_model_approval(uuid) to :authenticated;
grant execute on function public.revoke_model_run(uuid, text) to :authenticated;

-- Ends lapsed approvals and resets `approved_for_production`. The worker calls it every minute for cheap checks (last
-- day, recorded hashes), and every hour including texts.
create function private.settle_lapses(thoroughly boolean) returns int
language plpgsql security definer set search_path = '' as $$
declare
  a public.model_approvals;
  reason text;
  settled int := 0;
begin
  perform set_config('sandbox.lapsing', 'on', true);
  for a in
    select m.* from public.governance_audit g
      join public.model_approvals m on m.run_id = g.run_id
      left join public.generation_logs b on b.batch_id = g.batch_id
      left join public.batch_reports r on r.batch_id = g.batch_id
      left join storage.objects o on o.bucket_id = 'generated_data' and 'generated_data/' || o.name = b.csv_url
     where m.closed_at is null and m.lapsed_at is null
       and (thoroughly or (now() at time zone 'UTC')::date > m.expires_on
         or m.file_sha256 is distinct from o.metadata ->> 'sha256' or m.report_sha256 is distinct from r.sha256
         or m.manifest_sha256 is distinct from
           case when b.batch_id is null then g.manifest else b.manifest end ->> 'sha256')
     order by g.run_id
     for update of g, m
  loop
    reason := private.approval_lapse(a);
    continue when reason is null;
    update public.model_approvals set lapsed_at = now(), lapsed_because = reason where id = a.id;
    update public.governance_audit set approved_for_production = false
     where run_id = a.run_id and approved_for_production;
    perform audit.record('model.lapsed', 'governance_audit', a.run_id::text, a.tenant_id,
      jsonb_build_object('reason', reason, 'sha256', a.sha256));
    settled := settled + 1;
  end loop;
  -- Approvals given before terms were recorded.
  update public.governance_audit g set approved_for_production = false
   where g.approved_for_production
     and not exists (select from public.model_approvals m where m.run_id = g.run_id and m.closed_at is null);
  perform set_config('sandbox.lapsing', '', true);
  return settled;
end $$;
