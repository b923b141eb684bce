-- How often a key was used, one row a key and day (UTC): the audit trail names the day, this row counts.
create table audit.key_use (
  key_id uuid not null,
  day date not null,
  tenant_id uuid not null,
  requests bigint not null default 1,
  first_at timestamptz not null default clock_timestamp(),
  last_at timestamptz not null default clock_timestamp(),
  primary key (key_id, day)
);
create index key_use_tenant on audit.key_use (tenant_id, day);

-- Whether somebody's reading of a thing stands on the trail already.
create index events_by_access on audit.events (actor_id, object_id, at desc);
