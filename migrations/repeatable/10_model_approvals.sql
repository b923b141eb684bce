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

create function private.maker_checker() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select four_eyes from public.organizations where id = private.org_id()), false)
$$;

-- A record of the caller's tenant, held until the transaction ends; for its admins alone.
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

-- Model runs: approved for production by an admin, with evidence, and by a second person where maker-checker is on.
create function public.approve_model_run(p_run_id uuid, p_notes text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  run public.governance_audit := private.lock_model_run(p_run_id, 'Approving a model needs the role admin');
begin
  if run.approved_for_production then
    raise exception 'This record is already approved' using errcode = 'PT409';
  end if;
  perform private.require_live_log();
  if run.created_by = auth.uid() and private.maker_checker() then
    raise exception 'Maker-checker: the person who ran the model cannot approve it' using errcode = '42501';
  end if;
  if not exists (select from public.evidence_links l
      join public.evidence_documents d on d.id = l.document_id
      join storage.objects o on o.bucket_id = 'evidence-vault' and o.name = d.storage_path
     where l.governance_run_id = p_run_id) then
    raise exception 'Link at least one evidence document first' using errcode = 'PT409';
  end if;
  update public.governance_audit
     set approved_for_production = true, approved_by = auth.uid(), approved_at = now(), approval_notes = p_notes
   where run_id = p_run_id;
  perform audit.record('model.approved', 'governance_audit', p_run_id::text, run.tenant_id,
    jsonb_build_object('notes', p_notes));
end $$;

create function public.revoke_model_run(p_run_id uuid, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  run public.governance_audit := private.lock_model_run(p_run_id, 'Revoking an approval needs the role admin');
begin
  if not run.approved_for_production then
    raise exception 'This record is not approved' using errcode = 'PT409';
  end if;
  if btrim(coalesce(p_reason, '')) = '' then
    raise exception 'A reason is required' using errcode = 'PT400';
  end if;
  update public.governance_audit
     set approved_for_production = false, approved_by = null, approved_at = null, approval_notes = p_reason
   where run_id = p_run_id;
  perform audit.record('model.revoked', 'governance_audit', p_run_id::text, run.tenant_id,
    jsonb_build_object('reason', p_reason));
end $$;
grant execute on function public.approve_model_run(uuid, text) to :authenticated;
grant execute on function public.revoke_model_run(uuid, text) to :authenticated;
