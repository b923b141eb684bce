-- Persons and words behind log entries, with the salts that open their commitments. The part of a person is erased on
-- request; the entry stays.
create table private.log_openings (
  outbox_id bigint primary key,
  tenant_id uuid,
  person_id uuid,
  -- The text that the entry commits to: a JSON object.
  person text,
  person_salt bytea,
  words text,
  words_salt bytea,
  erased_at timestamptz
);
create index log_openings_person on private.log_openings (person_id) where person_id is not null;
create index log_openings_tenant on private.log_openings (tenant_id);

-- Erasure requests that were carried out; `erasing` is the transaction that removes the values.
create table private.person_erasures (
  person_id uuid primary key,
  erased_by uuid,
  reason text not null,
  erased_at timestamptz not null default now(),
  erasing xid8 not null default pg_current_xact_id()
);
