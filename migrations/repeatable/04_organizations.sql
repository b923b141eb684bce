-- Organizations. Superadmins manage them but see no tenant's data.
grant select on public.organizations to :authenticated;
grant insert (name, domain, kind) on public.organizations to :authenticated;
grant update (name, domain, kind, four_eyes, require_second_factor) on public.organizations to :authenticated;
grant all on public.organizations to :service_role;
create policy everything on public.organizations to :service_role using (true) with check (true);
create policy members_and_superadmins_read on public.organizations for select to :authenticated
  using (id = (select private.org_id()) or (select private.is_superadmin()));
create policy superadmins_create on public.organizations for insert to :authenticated
  with check ((select private.is_superadmin()));
create policy superadmins_change on public.organizations for update to :authenticated
  using ((select private.is_superadmin())) with check ((select private.is_superadmin()));

-- Names are equal if they differ only in case or blanks.
create function private.comparable_name(name text) returns text language sql immutable
return lower(regexp_replace(regexp_replace(name, '^\s+|\s+$', '', 'g'), '\s+', ' ', 'g'));

-- Trims names and domains, and rejects duplicates. Duplicates older than this check remain until they are changed.
create function private.guard_organization() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('names of organizations'));
  new.name := regexp_replace(new.name, '^\s+|\s+$', '', 'g');
  new.domain := regexp_replace(new.domain, '^\s+|\s+$', '', 'g');
  if exists (select from public.organizations o
      where o.id <> new.id and private.comparable_name(o.name) = private.comparable_name(new.name)) then
    raise exception 'An organization named "%" already exists', new.name using errcode = 'PT409';
  end if;
  if exists (select from public.organizations o
      where o.id <> new.id and private.comparable_name(o.domain) = private.comparable_name(new.domain)) then
    raise exception 'An organization with the domain "%" already exists', new.domain using errcode = 'PT409';
  end if;
  return new;
end $$;
create trigger guard before insert or update of name, domain on public.organizations
  for each row execute function private.guard_organization();

create function private.organization_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform audit.record(
    case tg_op when 'INSERT' then 'organization.created' else 'organization.changed' end,
    'organization', new.id::text, new.id,
    jsonb_build_object('name', new.name, 'domain', new.domain, 'kind', new.kind, 'four_eyes', new.four_eyes,
      'require_second_factor', new.require_second_factor, 'retention_days', new.retention_days,
      'legal_hold', new.legal_hold));
  return null;
end $$;
create trigger changed after insert or update on public.organizations
  for each row execute function private.organization_changed();
