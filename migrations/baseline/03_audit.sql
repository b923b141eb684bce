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
create index events_by_object on audit.events (object_id, id desc);
