-- Deletes an organization: one superadmin requests it, a second one confirms. See docs/decisions/023.
create trigger append_only before update or delete or truncate on audit.deleted_organizations
  for each statement execute function audit.refuse_change();

create function private.require_superadmin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_superadmin() then
    raise exception 'Deleting an organization needs the role superadmin' using errcode = '42501';
  end if;
end $$;

-- Refuses under legal hold, and while the newest row of any retained table is retained.
create function private.require_erasable(organization uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  retained record;
  newest timestamptz;
begin
  perform private.require_deletable(organization, null);
  for retained in select relation, made_at from private.retained_tables loop
    execute format('select max(%I) from %s where tenant_id = $1', retained.made_at, retained.relation)
      into newest using organization;
    perform private.require_deletable(organization, newest);
  end loop;
  select max(d.created_at) into newest from public.evidence_documents d
    join private.document_givers g on g.document_id = d.id and g.tenant_id = organization;
  perform private.require_deletable(organization, newest);
end $$;

create function private.deletion_of(organization uuid) returns private.organization_deletions
language plpgsql security definer set search_path = '' as $$
declare
  found private.organization_deletions;
begin
  select * into found from private.organization_deletions where org_id = organization for update;
  if found.org_id is null then
    raise exception 'No deletion of this organization was requested' using errcode = 'PT404';
  end if;
  return found;
end $$;

create function public.request_organization_deletion(p_org_id uuid, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_superadmin();
  if char_length(btrim(coalesce(p_reason, ''))) not between 3 and 500 then
    raise exception 'State the reason, in 3 to 500 characters' using errcode = 'PT400';
  end if;
  if not exists (select from public.organizations where id = p_org_id) then
    raise exception 'Organization not found' using errcode = 'PT404';
  end if;
  perform private.require_erasable(p_org_id);
  insert into private.organization_deletions (org_id, requested_by, requested_email, reason)
    values (p_org_id, auth.uid(), auth.email(), btrim(p_reason)) on conflict do nothing;
  if not found then
    raise exception 'The deletion of this organization was already requested' using errcode = 'PT409';
  end if;
  perform audit.record('organization.deletion_requested', 'organization', p_org_id::text, p_org_id,
    jsonb_build_object('reason', btrim(p_reason)));
  perform private.log_entry('organization.deletion_requested', private.commitment(p_org_id), p_org_id);
end $$;

create function public.withdraw_organization_deletion(p_org_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_superadmin();
  perform private.deletion_of(p_org_id);
  delete from private.organization_deletions where org_id = p_org_id;
  perform audit.record('organization.deletion_withdrawn', 'organization', p_org_id::text, p_org_id);
  perform private.log_entry('organization.deletion_withdrawn', private.commitment(p_org_id), p_org_id);
end $$;

-- Lists pending deletions, and receipts of past ones.
create function public.list_organization_deletions()
returns table (org_id uuid, name text, requested_by uuid, requested_email text, reason text, requested_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_superadmin();
  return query select d.org_id, o.name, d.requested_by, d.requested_email, d.reason, d.requested_at
    from private.organization_deletions d join public.organizations o on o.id = d.org_id order by d.requested_at;
end $$;

create function public.list_deleted_organizations()
returns table (org_id uuid, deleted_at timestamptz, requested_by uuid, confirmed_by uuid, receipt text, sha256 text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_superadmin();
  return query select * from audit.deleted_organizations d order by d.deleted_at desc;
end $$;
grant execute on function public.request_organization_deletion(uuid, text), public.withdraw_organization_deletion(uuid),
  public.list_organization_deletions(), public.list_deleted_organizations() to :authenticated;

-- Admits a second superadmin, while the first one still is one.
create function private.require_second_superadmin(organization uuid) returns private.organization_deletions
language plpgsql security definer set search_path = '' as $$
declare
  asked private.organization_deletions;
begin
  perform private.require_superadmin();
  asked := private.deletion_of(organization);
  if asked.requested_by = auth.uid() then
    raise exception 'A second superadmin must confirm the deletion' using errcode = 'PT409';
  end if;
  if not private.is_active(asked.requested_by)
     or private.strongest_role(asked.requested_by) is distinct from 'superadmin' then
    raise exception 'The requester is no longer an active superadmin: withdraw the deletion and request it again'
      using errcode = 'PT409';
  end if;
  return asked;
end $$;

-- Stops an organization: its members are disabled and its runs cancelled. Returns the transaction, after whose end no
-- member writes.
create function private.stop_organization(organization uuid) returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_second_superadmin(organization);
  perform private.require_erasable(organization);
  delete from public.environments where tenant_id = organization;
  update public.profiles set status = 'disabled' where org_id = organization and status = 'active';
  perform private.stop_runs(array(select id from public.runs
    where tenant_id = organization and status in ('queued', 'running')), 'The organization is being deleted.');
  return pg_current_xact_id()::text;
end $$;

-- Returns true once nothing of a stopped organization runs and all writes begun before have ended.
create function private.is_stopped(organization uuid, stopped_by text) returns boolean
language sql volatile security definer set search_path = '' as $$
  select pg_snapshot_xmin(pg_current_snapshot()) > stopped_by::xid8
     and not exists (select from public.runs where tenant_id = organization and status in ('queued', 'running'))
$$;

-- Lists the tables with rows of tenants.
create function private.tables_of_tenants() returns table (relation regclass, hashed boolean)
language sql stable security definer set search_path = '' as $$
  select c.oid::regclass, c.relnamespace <> 'bank'::regnamespace
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
   where c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text in ('public', 'bank', 'storage', 'private')
     and c.oid <> 'private.row_deltas'::regclass
     and not exists (select from pg_inherits i where i.inhrelid = c.oid)
   order by c.oid::regclass::text
$$;

-- Counts an organization's rows and hashes them; bank rows are counted only, since their files are hashed.
create function private.deletion_receipt(organization uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  target record;
  counted bigint;
  hash text;
  tables jsonb := '{}';
  files jsonb;
begin
  for target in select * from private.tables_of_tenants() loop
    execute format('select count(*), %s from %s t where tenant_id = $1',
      case when target.hashed then
        'encode(sha256(convert_to(coalesce(string_agg(encode(sha256(convert_to(t::text, ''UTF8'')), ''hex''), '','' order by t::text collate "C"), ''''), ''UTF8'')), ''hex'')'
      else 'null' end, target.relation) into counted, hash using organization;
    if counted > 0 then
      tables := tables || jsonb_build_object(target.relation::text,
        jsonb_strip_nulls(jsonb_build_object('rows', counted, 'sha256', hash)));
    end if;
  end loop;
  select jsonb_build_object('count', count(*), 'bytes', coalesce(sum((metadata ->> 'size')::bigint), 0),
           'sha256', encode(sha256(convert_to(coalesce(string_agg(metadata ->> 'sha256', ',' order by name collate "C"), ''), 'UTF8')), 'hex'))
    into files from storage.objects where tenant_id = organization;
  return jsonb_build_object('organization', organization, 'deleted', jsonb_build_object('tables', tables, 'files', files,
    'members', (select count(*) from public.profiles where org_id = organization)));
end $$;

-- Global documents that other organizations link stay, without their giver; returns them.
create function private.leave_linked_documents(organization uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  left_behind uuid[] := array(select g.document_id from private.document_givers g
    where g.tenant_id = organization and exists (select from public.evidence_links l
      where l.document_id = g.document_id and l.tenant_id <> organization));
begin
  update storage.objects set tenant_id = null, owner = null
   where bucket_id = 'evidence-vault'
     and name in (select storage_path from public.evidence_documents where id = any (left_behind));
  delete from private.document_givers where document_id = any (left_behind);
  return (select coalesce(jsonb_agg(jsonb_build_object('document', d.id, 'sha256', d.sha256) order by d.id), '[]')
    from public.evidence_documents d where d.id = any (left_behind));
end $$;

-- Removes values from the audit trail: mail addresses, networks, names, notes and free text. Ids, times and actions stay.
create function private.redact_trail(organization uuid, members uuid[]) returns void
language sql security definer set search_path = '' as $$
  update audit.events
     set actor_email = case when actor_id = any (members) then null else actor_email end,
         address = null, agent = null, detail = '{}',
         object_id = case when object_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then object_id end
   where tenant_id = organization or actor_id = any (members) or tenant_id = any (members)
      or object_id = any (members::text[]);
  update audit.batch_history set actor_email = null, notes = null where tenant_id = organization;
  update audit.decision_history set actor_email = null, note = null where tenant_id = organization;
$$;

-- Deletes rows of the tenant in an order that foreign keys and guards accept.
create function private.delete_tenant_rows(organization uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target record;
begin
  perform private.drop_batch_table(t.of_table, t.place) from private.batch_tables() t
    join public.generation_logs g on g.batch_id = t.batch where g.tenant_id = organization;
  delete from public.evidence_links where tenant_id = organization;
  delete from public.evidence_documents d using private.document_givers g
   where g.document_id = d.id and g.tenant_id = organization;
  delete from private.privacy_sketches where source_id in (
    select id from public.privacy_sources where tenant_id = organization);
  delete from public.privacy_ledger where tenant_id = organization;
  delete from public.exception_batches where tenant_id = organization;
  delete from public.pattern_analysis_results where tenant_id = organization;
  delete from public.ingestion_manifests where tenant_id = organization;
  delete from public.model_approvals where tenant_id = organization;
  delete from public.governance_audit where tenant_id = organization;
  -- The rest; stored files last, since rows protect theirs.
  for target in select relation from private.tables_of_tenants()
      where relation <> 'public.profiles'::regclass
      order by relation = 'storage.objects'::regclass loop
    execute format('delete from %s where tenant_id = $1', target.relation) using organization;
  end loop;
  delete from private.row_deltas where tenant_id = organization;
  delete from private.demo_seeds where org_id = organization;
end $$;

create function private.delete_members(organization uuid, members uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.mail_requests where lower(email) in (select lower(email) from auth.users where id = any (members));
  delete from public.profiles where org_id = organization;
  -- Softly deleted accounts kept their row.
  delete from auth.users where id = any (members);
end $$;

-- Deletes a stopped organization; returns the receipt. What the log holds stays: commitments without their salts.
create function private.erase_organization(organization uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  asked private.organization_deletions := private.require_second_superadmin(organization);
  members uuid[] := array(select id from public.profiles where org_id = organization);
  salted uuid[];
  receipt jsonb;
  written text;
  hash text;
begin
  perform private.require_erasable(organization);
  update private.organization_deletions set erasing = pg_current_xact_id() where org_id = organization;
  salted := members || organization || array(select id from public.ingestion_manifests where tenant_id = organization)
    || array(select object_id::uuid from audit.events
              where tenant_id = organization and object_type = 'ingestion_manifest'
                and object_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');
  receipt := private.deletion_receipt(organization)
    || jsonb_build_object('kept', jsonb_build_object(
      'log', 'entries with salted commitments and hashes; their salts are deleted',
      'audit_trail', 'events with ids, times and actions, without values',
      'documents', private.leave_linked_documents(organization)),
    'requested_by', asked.requested_by, 'requested_at', asked.requested_at,
    'confirmed_by', auth.uid(), 'confirmed_at', now());
  perform private.delete_tenant_rows(organization);
  perform private.delete_members(organization, members);
  perform private.redact_trail(organization, members);
  written := jsonb_pretty(receipt);
  hash := encode(sha256(convert_to(written, 'UTF8')), 'hex');
  insert into audit.deleted_organizations (org_id, requested_by, confirmed_by, receipt, sha256)
    values (organization, asked.requested_by, auth.uid(), written, hash);
  perform audit.record('organization.deleted', 'organization', organization::text, organization,
    jsonb_build_object('receipt', hash));
  perform private.log_entry('organization.deleted', private.commitment(organization), organization, hash,
    jsonb_build_object('requested_by', private.commitment(asked.requested_by)));
  delete from public.organizations where id = organization;
  delete from private.log_openings where tenant_id = organization or person_id = any (members);
  delete from private.commitment_salts where id = any (salted);
  return written;
end $$;
