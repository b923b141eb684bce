-- The log: what happened, in an order that nobody can change. It belongs to a role that no connection of the server
-- can become, and lies in a schema of that role, since the owner of a schema may drop what is in it. The server adds
-- to the outbox; only the sequencer, which signs in as the administrator, gives entries their place.
reset role;
create schema log authorization :log;
set local role :log;

-- Written in the transaction of what it tells of. Empty where everything is sealed.
create table log.outbox (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z]+\.[a-z_]+$'),
  -- Commitment to the tenant; empty for what concerns the sandbox as a whole.
  organization text not null default '',
  subject text not null check (length(subject) <= 200),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  actor text,
  detail jsonb not null default '{}' check (octet_length(detail::text) <= 8192),
  at timestamptz not null default clock_timestamp()
);

-- The leaves of the tree. What an entry says stands in its bytes; the columns beside them are for finding it.
create table log.leaves (
  seq bigint primary key check (seq >= 0),
  organization text not null,
  organization_seq bigint not null check (organization_seq > 0),
  outbox_id bigint unique,
  kind text not null,
  subject text not null,
  sha256 text,
  at timestamptz not null,
  entry bytea not null,
  hash bytea not null,
  unique (organization, organization_seq)
);
create index leaves_subject on log.leaves (subject, seq);

-- What was signed, as it was published.
create table log.checkpoints (
  size bigint primary key,
  root bytea not null,
  note text not null,
  signed_at timestamptz not null default clock_timestamp()
);

-- Signatures of others over a checkpoint: of a witness, or of an authority that says the time.
create table log.outside_signatures (
  id bigint generated always as identity primary key,
  size bigint not null,
  kind text not null check (kind in ('witness', 'timestamp')),
  name text not null,
  signed_at timestamptz not null,
  signature bytea not null
);
create index outside_signatures_newest on log.outside_signatures (signed_at desc);

-- Why the sequencer stands still, where it does: one row, or none.
create table log.halted (
  only_one boolean primary key default true check (only_one),
  reason text not null,
  since timestamptz not null default clock_timestamp()
);

reset role;
set local role :owner;

-- What turns an id of a person or an organization into a commitment. An entry says nothing of anybody any more once
-- the row is gone; it goes with the person.
create table private.commitment_salts (
  id uuid primary key,
  salt bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);
insert into private.commitment_salts (id)
  select id from auth.users union select id from public.organizations;
