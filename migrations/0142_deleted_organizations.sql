-- Requests to delete an organization, each confirmed by a second superadmin; `erasing` is the transaction that deletes.
create table private.organization_deletions (
  org_id uuid primary key references public.organizations (id) on delete cascade,
  requested_by uuid not null,
  requested_email text not null,
  reason text not null,
  requested_at timestamptz not null default now(),
  erasing xid8
);
-- Receipts of deleted organizations: counts and hashes. `receipt` is the text with the logged hash.
create table audit.deleted_organizations (
  org_id uuid primary key,
  deleted_at timestamptz not null default now(),
  requested_by uuid not null,
  confirmed_by uuid not null,
  receipt text not null,
  sha256 text not null
);
