-- Work of the server for one tenant. The tenant role sees and writes rows of the tenant in `request.tenant_id` only.
grant usage on schema public, private, bank, storage to :tenant;

create function private.begin_tenant_work(tenant uuid, of_key uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if tenant is null then
    raise exception 'Work of a tenant needs its id';
  end if;
  -- Work that a key caused names it.
  if of_key is not null then
    perform set_config('request.jwt.claims', private.key_claims(k)::text, true)
       from public.api_keys k
      where k.id = of_key and (k.environment_id is null and tenant = k.tenant_id
        or exists (select from private.environment_tenants t join public.environments e on e.id = t.environment_id
            where t.tenant = begin_tenant_work.tenant and e.tenant_id = k.tenant_id
              and e.id = coalesce(k.environment_id, e.id)));
    if not found then
      raise exception 'Invalid API key' using errcode = 'PT401';
    end if;
  end if;
  perform set_config('request.tenant_id', tenant::text, true), set_config('role', :'tenant', true);
end $$;

-- Returns to the owner within a tenant's transaction; false in transactions of the owner.
create function private.suspend_tenant_work() returns boolean
language plpgsql set search_path = '' as $$
begin
  if current_user <> :'tenant' then
    return false;
  end if;
  perform set_config('role', :'owner', true);
  return true;
end $$;

create function private.resume_tenant_work() returns void
language plpgsql set search_path = '' as $$
begin
  perform set_config('role', :'tenant', true);
end $$;

-- Every table with a tenant, except the tables of large batches, which are read through their parent.
do $$
declare
  target regclass;
begin
  for target in
    select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid
     where a.attname = 'tenant_id' and not a.attisdropped and c.relkind in ('r', 'p')
       and c.relnamespace in ('public'::regnamespace, 'bank'::regnamespace, 'storage'::regnamespace)
       and not exists (select from pg_inherits where inhrelid = c.oid)
  loop
    execute format('create policy tenant_work on %s to :tenant
      using (tenant_id = (select private.tenant_id())) with check (tenant_id = (select private.tenant_id()))', target);
  end loop;
end $$;

-- Tables whose tenant is that of another row.
alter table private.batch_shards enable row level security;
create policy tenant_work on private.batch_shards to :tenant
  using (run_id in (select id from public.runs)) with check (run_id in (select id from public.runs));
alter table private.privacy_sketches enable row level security;
create policy tenant_work on private.privacy_sketches to :tenant
  using (source_id in (select id from public.privacy_sources))
  with check (source_id in (select id from public.privacy_sources));

grant select, insert on public.environments to :tenant;
grant select on bank.customers, bank.accounts, bank.transactions, public.exception_decisions to :tenant;
grant update (current_balance) on bank.accounts to :tenant;
grant select, insert on public.ingestion_recipes, public.stored_models, public.privacy_sources, public.privacy_ledger,
  public.pattern_analysis_results, public.exception_batches, private.privacy_sketches to :tenant;
grant select, insert on public.case_events, public.alert_scores, public.rankers to :tenant;
grant select, insert, update on public.cases, public.runs, public.generation_logs, public.batch_reports, public.governance_audit,
  public.table_sets, private.batch_shards to :tenant;
grant select, insert, update, delete on public.ingestion_manifests, storage.objects to :tenant;

-- Locks an account; false if it is disabled or deleted.
create function private.lock_account(of_user uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from auth.users where id = of_user and (banned_until is null or banned_until <= now()) for share;
  return found;
end $$;

-- Returns the hashes on the log of what a source of the tenant has spent.
create function private.spent_hashes(source uuid) returns setof text
language sql stable security definer set search_path = '' as $$
  select entry.sha256
    from (select subject, kind, sha256 from log.leaves union all select subject, kind, sha256 from log.outbox) entry
   where entry.subject = source::text and entry.kind = 'privacy.spent'
     and exists (select from public.privacy_sources s where s.id = source and s.tenant_id = private.tenant_id())
$$;

-- Audits that a batch of the tenant has no report because the dataset's limit is reached.
create function private.note_withheld_report(batch uuid) returns void
language sql security definer set search_path = '' as $$
  select audit.record('report.withheld', 'generation_log', batch_id::text, tenant_id)
    from public.generation_logs where batch_id = batch and tenant_id = private.tenant_id()
$$;
grant execute on function private.tenant_id(), private.batch_id(), private.database_role(text),
  private.suspend_tenant_work(), private.resume_tenant_work(), private.lock_account(uuid),
  private.spent_hashes(uuid), private.note_withheld_report(uuid), private.source_commitment(uuid, text) to :tenant;
