-- Schemas, and the functions by which a request's transaction knows who asks.
create schema auth;
-- The migrator has made schema private and private.secrets.
create schema audit;
create schema bank;

grant usage on schema public, auth, private, bank to anon, authenticated, service_role;
revoke all on schema audit from public;
alter default privileges revoke execute on functions from public;


-- Claims as the request's transaction carries them.
create function auth.jwt() returns jsonb language sql stable set search_path = '' as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb
$$;

create function auth.uid() returns uuid language sql stable set search_path = '' as $$
  select nullif(auth.jwt() ->> 'sub', '')::uuid
$$;

create function auth.role() returns text language sql stable set search_path = '' as $$
  select auth.jwt() ->> 'role'
$$;

create function auth.email() returns text language sql stable set search_path = '' as $$
  select auth.jwt() ->> 'email'
$$;

-- Set by private.begin_request, never by a client.
create function private.tenant_id() returns uuid language sql stable set search_path = '' as $$
  select nullif(current_setting('request.tenant_id', true), '')::uuid
$$;

create function private.org_id() returns uuid language sql stable set search_path = '' as $$
  select nullif(current_setting('request.org_id', true), '')::uuid
$$;

create function private.app_role() returns text language sql stable set search_path = '' as $$
  select nullif(current_setting('request.app_role', true), '')
$$;

create function private.is_superadmin() returns boolean language sql stable set search_path = '' as $$
  select coalesce(private.app_role() = 'superadmin', false)
$$;

create function private.is_admin() returns boolean language sql stable set search_path = '' as $$
  select coalesce(private.app_role() in ('admin', 'superadmin'), false)
$$;

grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email(),
  private.tenant_id(), private.org_id(), private.app_role(), private.is_superadmin(), private.is_admin()
  to anon, authenticated, service_role;

-- Append-only; written in the transaction of what it tells of.
create table audit.events (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  tenant_id uuid,
  actor_id uuid,
  actor_email text,
  action text not null,
  object_type text not null,
  object_id text,
  address inet,
  agent text,
  detail jsonb not null default '{}'
);
create index events_by_tenant on audit.events (tenant_id, id desc);
create index events_by_actor on audit.events (actor_id, id desc);

create function audit.refuse_change() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception 'The audit trail is append-only' using errcode = '42501';
end $$;
create trigger append_only before update or delete or truncate on audit.events
  for each statement execute function audit.refuse_change();

create function audit.record(
  action text, object_type text, object_id text, tenant uuid, detail jsonb default '{}'
) returns void language sql security definer set search_path = '' as $$
  insert into audit.events (tenant_id, actor_id, actor_email, action, object_type, object_id, detail)
  values (tenant, auth.uid(), auth.email(), action, object_type, object_id, detail)
$$;
