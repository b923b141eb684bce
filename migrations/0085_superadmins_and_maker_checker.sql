-- Superadmins belong to no organization: those who did leave it, and their organization reads so.
with moved as (
  update public.profiles p set org_id = null
    from public.profiles before
   where before.id = p.id and before.org_id is not null
     and exists (select from public.user_roles r where r.user_id = p.id and r.role = 'superadmin')
  returning p.id, p.email, before.org_id
)
insert into audit.events (tenant_id, action, object_type, object_id, detail)
  select org_id, 'user.organization_changed', 'profile', id::text,
         jsonb_build_object('email', email, 'from', org_id, 'to', null,
           'reason', 'Superadmins belong to no organization')
    from moved;

-- Organizations made from now on have maker-checker on; older ones keep their switch.
alter table public.organizations alter column four_eyes set default true;
