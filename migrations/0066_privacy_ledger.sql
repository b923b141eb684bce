-- What was ever spent of the privacy of the people in an uploaded source. The server alone writes here, as the
-- owner, before noise is drawn; nothing is ever taken back.
create table public.privacy_sources (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  name text not null,
  unit text not null,
  budget_epsilon double precision not null,
  budget_rho double precision not null,
  budget_delta double precision not null,
  created_at timestamptz not null default now()
);
create index privacy_sources_tenant on public.privacy_sources (tenant_id);

-- The columns from sequence to hash are what the hash is taken of, so time is text.
create table public.privacy_ledger (
  source_id uuid not null references public.privacy_sources,
  sequence int not null check (sequence > 0),
  time text not null,
  operation text not null,
  mechanism text not null,
  unit text not null,
  nano_rho bigint not null check (nano_rho >= 0),
  delta double precision not null check (delta >= 0),
  code_hash text not null,
  previous_hash text not null,
  hash text not null,
  epsilon double precision not null,
  run_id uuid,
  tenant_id uuid not null,
  primary key (source_id, sequence)
);
create index privacy_ledger_tenant on public.privacy_ledger (tenant_id);

-- Keyed hashes of some of a source's people, by which the same people are known when they come in another file.
create table private.privacy_sketches (
  element text collate "C" not null,
  source_id uuid not null references public.privacy_sources,
  primary key (element, source_id)
);

create function private.guard_ledger() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Rows follow their user into an organization; nothing else about them changes.
  if tg_op = 'UPDATE' and to_jsonb(new) - 'tenant_id' = to_jsonb(old) - 'tenant_id' then
    return new;
  end if;
  raise exception 'The privacy ledger is only added to' using errcode = '42501';
end $$;
create trigger append_only before update or delete on public.privacy_ledger
  for each row execute function private.guard_ledger();
create trigger never_empty before truncate on public.privacy_ledger
  for each statement execute function private.guard_ledger();
create trigger append_only before update or delete on public.privacy_sources
  for each row execute function private.guard_ledger();
create trigger never_empty before truncate on public.privacy_sources
  for each statement execute function private.guard_ledger();

-- Models learned with a guarantee: to sample one again costs nothing. They go with their dataset; what was spent stays.
insert into storage.buckets (id, name, public) values ('models', 'models', false);
create table public.stored_models (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  manifest_id uuid not null references public.ingestion_manifests on delete cascade,
  mode text not null,
  epsilon double precision not null,
  engine text not null,
  model_hash text not null,
  model_bytes bigint not null,
  object_name text not null unique,
  guarantee json not null,
  sources uuid[] not null,
  created_by uuid,
  created_at timestamptz not null default now()
);
create index stored_models_manifest on public.stored_models (manifest_id);
create index stored_models_tenant on public.stored_models (tenant_id);

create function private.model_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from storage.objects where bucket_id = 'models' and name = old.object_name;
  perform audit.record('model.deleted', 'stored_model', old.id::text, old.tenant_id,
    jsonb_build_object('model_hash', old.model_hash, 'manifest_id', old.manifest_id, 'epsilon', old.epsilon));
  return null;
end $$;
create trigger deleted after delete on public.stored_models
  for each row execute function private.model_deleted();

insert into private.tenant_tables values
  ('public.privacy_sources'), ('public.privacy_ledger'), ('public.stored_models');
alter table public.privacy_sources enable row level security;
alter table public.privacy_ledger enable row level security;
alter table public.stored_models enable row level security;
grant select on public.privacy_sources, public.privacy_ledger, public.stored_models to authenticated, service_role;
grant delete on public.stored_models to authenticated, service_role;
create policy everything on public.privacy_sources for select to service_role using (true);
create policy everything on public.privacy_ledger for select to service_role using (true);
create policy everything on public.stored_models to service_role using (true);
create policy own_tenant on public.privacy_sources for select to authenticated
  using (tenant_id = (select private.tenant_id()));
create policy own_tenant on public.privacy_ledger for select to authenticated
  using (tenant_id = (select private.tenant_id()));
create policy own_tenant on public.stored_models for select to authenticated
  using (tenant_id = (select private.tenant_id()));
create policy maker_or_admin_deletes on public.stored_models for delete to authenticated
  using (tenant_id = (select private.tenant_id())
    and (created_by = (select auth.uid()) or (select private.is_admin())));
