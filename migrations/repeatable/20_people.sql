-- Users and roles. Superadmins manage them, and belong to no organization.
grant select on public.profiles, public.user_roles to :authenticated;
grant update (settings, status, org_id, full_name) on public.profiles to :authenticated;
grant delete on public.profiles to :authenticated;
grant insert, delete on public.user_roles to :authenticated;
grant all on public.profiles, public.user_roles to :service_role;
create policy everything on public.profiles to :service_role using (true) with check (true);
create policy everything on public.user_roles to :service_role using (true) with check (true);
create policy own_organizations_and_superadmins_read on public.profiles for select to :authenticated
  using (tenant_id = (select private.tenant_id()) or (select private.is_superadmin()));
create policy own_and_superadmins_change on public.profiles for update to :authenticated
  using (id = (select auth.uid()) or (select private.is_superadmin()))
  with check (id = (select auth.uid()) or (select private.is_superadmin()));
create policy superadmins_delete on public.profiles for delete to :authenticated
  using ((select private.is_superadmin()));
create policy own_and_superadmins_read on public.user_roles for select to :authenticated
  using (user_id = (select auth.uid()) or (select private.is_superadmin()));
create policy superadmins_grant on public.user_roles for insert to :authenticated
  with check ((select private.is_superadmin()));
create policy superadmins_withdraw on public.user_roles for delete to :authenticated
  using ((select private.is_superadmin()));

-- Serializes changes of superadmins before any row is locked, so that the count below includes earlier changes.
create function private.lock_superadmins() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('superadmins'));
  return null;
end $$;
create trigger lock_superadmins before delete or update of status on public.profiles
  for each statement execute function private.lock_superadmins();
create trigger lock_superadmins before insert or delete on public.user_roles
  for each statement execute function private.lock_superadmins();

create function private.other_superadmins(than uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from public.user_roles r
    join public.profiles p on p.id = r.user_id
    join auth.users u on u.id = r.user_id
   where r.role = 'superadmin' and p.status = 'active' and r.user_id <> than
     and (u.banned_until is null or u.banned_until <= now())
$$;

-- Moves a user's personal rows into an organization.
create function private.move_tenant(from_tenant uuid, to_tenant uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target regclass;
  twice text := (select min(mine.name) from public.ingestion_recipes mine join public.ingestion_recipes theirs using (name)
    where mine.tenant_id = from_tenant and theirs.tenant_id = to_tenant);
begin
  if twice is not null then
    raise exception 'Both have a recipe named "%": delete one of them first', twice using errcode = 'PT409';
  end if;
  for target in select relation from private.tenant_tables loop
    execute format('update %s set tenant_id = $2 where tenant_id = $1', target) using from_tenant, to_tenant;
  end loop;
end $$;

create function private.guard_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  by_client boolean := auth.role() = 'authenticated';
begin
  if tg_op = 'UPDATE' then
    if by_client and not private.is_superadmin()
       and row(new.status, new.org_id, new.full_name, new.email)
           is distinct from row(old.status, old.org_id, old.full_name, old.email) then
      raise exception 'Only your own settings can be changed' using errcode = '42501';
    end if;
    if by_client and new.settings is distinct from old.settings and new.id <> auth.uid() then
      raise exception 'Only your own settings can be changed' using errcode = '42501';
    end if;
  end if;
  if tg_op = 'UPDATE' and new.org_id is distinct from old.org_id and new.org_id is not null
     and exists (select from public.user_roles where user_id = new.id and role = 'superadmin') then
    raise exception 'A superadmin belongs to no organization: this person needs a second account'
      using errcode = 'PT409';
  end if;
  if tg_op = 'DELETE' or (new.status = 'disabled' and old.status = 'active') then
    if old.id = auth.uid() then
      raise exception 'You cannot disable or delete yourself' using errcode = '42501';
    end if;
    if exists (select from public.user_roles where user_id = old.id and role = 'superadmin')
       and private.other_superadmins(old.id) = 0 then
      raise exception 'The last superadmin cannot be disabled or deleted' using errcode = '42501';
    end if;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger guard before update or delete on public.profiles
  for each row execute function private.guard_profile();

create function private.profile_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform audit.record('user.deleted', 'profile', old.id::text, old.tenant_id,
      jsonb_build_object('email', old.email));
    -- Soft-deleted users keep their row.
    delete from auth.users where id = old.id and deleted_at is null;
    return null;
  end if;
  if new.status is distinct from old.status then
    update auth.users set banned_until = case new.status when 'disabled' then 'infinity'::timestamptz end
     where id = new.id;
    perform audit.record('user.' || new.status, 'profile', new.id::text, new.tenant_id,
      jsonb_build_object('email', new.email));
  end if;
  if new.org_id is distinct from old.org_id then
    if old.org_id is null and new.org_id is not null then
      perform private.move_tenant(old.id, new.org_id);
    end if;
    -- A former superadmin enters an organization only by signing in again.
    delete from auth.sessions where user_id = new.id and of_superadmin;
    delete from public.truth_readers where user_id = new.id;
    perform audit.record('user.organization_changed', 'profile', new.id::text, new.tenant_id,
      jsonb_build_object('email', new.email, 'from', old.org_id, 'to', new.org_id));
  end if;
  if (new.full_name, new.email) is distinct from (old.full_name, old.email) then
    perform audit.record('user.renamed', 'profile', new.id::text, new.tenant_id, jsonb_build_object(
      'from', old.full_name, 'to', new.full_name, 'email', new.email,
      'earlier_email', case when new.email is distinct from old.email then old.email end));
  end if;
  return null;
end $$;
create trigger changed after update or delete on public.profiles
  for each row execute function private.profile_changed();

create function private.guard_role() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  organization uuid;
begin
  if tg_op = 'DELETE' then
    -- Roles deleted with their profile were checked there.
    if old.role = 'superadmin' and private.other_superadmins(old.user_id) = 0
       and exists (select from public.profiles where id = old.user_id) then
      raise exception 'The last superadmin cannot lose the role' using errcode = '42501';
    end if;
    return old;
  end if;
  if new.role = 'superadmin' then
    -- Locks the profile, so that no organization is set concurrently.
    select org_id into organization from public.profiles where id = new.user_id for no key update;
    if organization is not null then
      raise exception 'A member of an organization cannot be superadmin: this person needs a second account'
        using errcode = 'PT409';
    end if;
  end if;
  return new;
end $$;
create trigger guard before insert or delete on public.user_roles
  for each row execute function private.guard_role();

-- After trigger: a role that the user already has is not granted again.
create function private.role_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if old.role = 'superadmin' then
      update auth.sessions set of_superadmin = true where user_id = old.user_id;
    end if;
    perform audit.record('role.withdrawn', 'user_role', old.user_id::text, null, jsonb_build_object('role', old.role));
  else
    perform audit.record('role.granted', 'user_role', new.user_id::text, null, jsonb_build_object('role', new.role));
  end if;
  return null;
end $$;
create trigger changed after insert or delete on public.user_roles
  for each row execute function private.role_changed();

-- Closes an invitation when its user sets a password or signs in with a provider. Superadmins see open ones.
create function private.accept_invitation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update auth.users set invited_at = null, invitation_expires_at = null
   where id = (case tg_table_name when 'users' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'user_id' end)::uuid
     and invited_at is not null;
  return null;
end $$;
create trigger accepted after update of encrypted_password on auth.users
  for each row when (new.encrypted_password is not null) execute function private.accept_invitation();
create trigger accepted after insert on auth.identities
  for each row when (new.provider <> 'email') execute function private.accept_invitation();

-- Names the sender of an invitation; sending it again makes it the new sender's.
create function private.note_inviter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.invited_by := case when new.invited_at is not null then auth.uid() end;
  return new;
end $$;
create trigger inviter before update of invited_at on auth.users
  for each row when (new.invited_at is distinct from old.invited_at) execute function private.note_inviter();

-- Returns false for an open invitation whose sender is no longer an active superadmin.
create function private.may_enter(of_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from auth.users u
    where u.id = of_user and u.invited_at is not null and u.invited_by is not null
      and (not private.is_active(u.invited_by) or private.strongest_role(u.invited_by) is distinct from 'superadmin'))
$$;

create view public.invitations with (security_barrier = true) as
  select id as user_id, invited_at, invitation_expires_at as expires_at
    from auth.users where invited_at is not null and (select private.is_superadmin());
grant select on public.invitations to :authenticated, :service_role;

-- Locks the account for the transaction, so that the invitation is not accepted concurrently.
create function private.hold_invitation(p_user_id uuid) returns void
language plpgsql as $$
begin
  perform from auth.users where id = p_user_id and invited_at is not null for update;
  if not found then
    raise exception 'This invitation is no longer open: it was accepted or withdrawn' using errcode = 'PT409';
  end if;
end $$;

create function public.withdraw_invitation(p_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_superadmin() then
    raise exception 'Withdrawing an invitation needs the role superadmin' using errcode = '42501';
  end if;
  perform private.hold_invitation(p_user_id);
  perform audit.record('user.invitation_withdrawn', 'profile', p.id::text, p.tenant_id,
    jsonb_build_object('email', p.email)) from public.profiles p where p.id = p_user_id;
  delete from public.profiles where id = p_user_id;
end $$;
grant execute on function public.withdraw_invitation(uuid) to :authenticated;
