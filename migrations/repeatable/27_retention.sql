-- Prevents the deletion of retained data, even by the server.
create function private.require_deletable(tenant uuid, made_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kept public.organizations;
begin
  -- Waits for a concurrent legal hold.
  select * into kept from public.organizations where id = tenant for share;
  if kept.legal_hold then
    raise exception 'Legal hold: nothing of this organization can be deleted until a superadmin lifts it'
      using errcode = 'PT409', constraint = 'retained', column = tenant::text;
  end if;
  if made_at + make_interval(days => kept.retention_days) > now() then
    raise exception 'This organization retains its data for % days: this can be deleted from %', kept.retention_days,
      to_char((made_at + make_interval(days => kept.retention_days)) at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')
      using errcode = 'PT409', constraint = 'retained', column = tenant::text;
  end if;
end $$;

-- Guards a row; its argument is the column of its time.
create function private.guard_retained() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  tenant uuid := old.tenant_id;
begin
  if tg_relid = 'public.evidence_documents'::regclass then
    tenant := private.tenant_of_document(old.id, old.tenant_id);
  end if;
  perform private.require_deletable(tenant, (to_jsonb(old) ->> tg_argv[0])::timestamptz);
  return case tg_op when 'DELETE' then old else new end;
end $$;

-- Refuses changes of the columns in its arguments, for every role. A tenant changes only when a user takes personal rows
-- into an organization.
create function private.guard_kept() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  changed text;
begin
  select name into changed from unnest(tg_argv) name where before -> name is distinct from after -> name limit 1;
  if changed is null and new.tenant_id is distinct from old.tenant_id and not private.is_erasing(old.tenant_id)
     and not exists (
      select from public.profiles where id = old.tenant_id and org_id = new.tenant_id) then
    changed := 'tenant_id';
  end if;
  if changed is not null then
    raise exception 'Retained rows keep their %: make a new one instead', changed
      using errcode = 'PT409', constraint = 'retained', column = old.tenant_id::text;
  end if;
  return new;
end $$;

do $$
declare
  retained record;
begin
  for retained in select * from private.retained_tables loop
    -- Failed batches are not retained.
    execute format('create trigger retained before delete on %s for each row %s execute function private.guard_retained(%L)',
      retained.relation,
      case retained.relation when 'public.generation_logs'::regclass
        then 'when (old.status in (''completed'', ''deleted''))' else '' end,
      retained.made_at);
    execute format('create trigger kept before update on %s for each row execute function private.guard_kept(%s)',
      retained.relation,
      (select string_agg(quote_literal(name), ', ') from unnest(retained.kept || retained.made_at) name));
  end loop;
end $$;
create trigger retained_state before update of status on public.generation_logs
  for each row when (old.status in ('completed', 'deleted') and new.status <> old.status)
  execute function private.guard_retained('created_at');

-- Protects the files of retained rows. Exports can be regenerated; proof documents count from the last one, the
-- signature.
create function private.guard_retained_file() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  folder text[] := storage.foldername(old.name);
  made_at timestamptz := old.created_at;
begin
  if old.bucket_id = 'generated_data' then
    if folder[3] = 'export' then
      return case tg_op when 'DELETE' then old else new end;
    end if;
    if folder[3] like 'proof-%' and not exists (select from storage.objects s
        where s.bucket_id = old.bucket_id and s.name = array_to_string(folder, '/') || '/batch.oms.json') then
      return case tg_op when 'DELETE' then old else new end;
    end if;
    select g.created_at into made_at from public.generation_logs g where g.batch_id::text = folder[2];
    made_at := coalesce(made_at, old.created_at);
  end if;
  perform private.require_deletable(old.tenant_id, made_at);
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger retained before delete on storage.objects
  for each row when (old.bucket_id in ('ingested_data', 'generated_data', 'evidence-vault', 'models'))
  execute function private.guard_retained_file();
create trigger retained_bytes before update of version, bucket_id, name on storage.objects
  for each row when (old.bucket_id in ('ingested_data', 'generated_data', 'evidence-vault', 'models')
    and (old.version, old.bucket_id, old.name) is distinct from (new.version, new.bucket_id, new.name))
  execute function private.guard_retained_file();

create function private.guard_retained_organization() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_deletable(old.id,
    (select max(created_at) from public.generation_logs where tenant_id = old.id));
  return old;
end $$;
create trigger retained before delete on public.organizations
  for each row execute function private.guard_retained_organization();

create function public.set_retention(p_org_id uuid, p_days int, p_legal_hold boolean, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_superadmin() then
    raise exception 'Setting the retention needs the role superadmin' using errcode = '42501';
  end if;
  if p_days is not null and p_days not between 1 and 36500 then
    raise exception 'State the retention in whole days from 1 to 36500, or leave it empty' using errcode = 'PT400';
  end if;
  if p_legal_hold is null then
    raise exception 'State whether there is a legal hold' using errcode = 'PT400';
  end if;
  if char_length(btrim(coalesce(p_reason, ''))) not between 3 and 500 then
    raise exception 'State the reason, in 3 to 500 characters' using errcode = 'PT400';
  end if;
  update public.organizations set retention_days = p_days, legal_hold = p_legal_hold where id = p_org_id;
  if not found then
    raise exception 'Organization not found' using errcode = 'PT404';
  end if;
  perform audit.record('organization.retention_set', 'organization', p_org_id::text, p_org_id,
    jsonb_build_object('days', p_days, 'legal_hold', p_legal_hold, 'reason', btrim(p_reason)));
end $$;
grant execute on function public.set_retention(uuid, int, boolean, text) to :authenticated;

-- Logs every change of retention, however it is made.
create function private.retention_logged() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.log_entry('organization.retention_set', private.commitment(new.id), new.id, null,
    jsonb_build_object('days', new.retention_days, 'legal_hold', new.legal_hold));
  return null;
end $$;
create trigger retention_logged after update of retention_days, legal_hold on public.organizations
  for each row when ((old.retention_days, old.legal_hold) is distinct from (new.retention_days, new.legal_hold))
  execute function private.retention_logged();
