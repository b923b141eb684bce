-- What an approval says and of what: kept when it is revoked or replaced. At most one of a record is open.
create table public.model_approvals (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  run_id uuid not null references public.governance_audit on delete cascade,
  intended_use text not null,
  audience text not null,
  -- Its last day, in UTC.
  expires_on date not null,
  notes text,
  -- Of a batch whose privacy was not scored; a second administrator confirms it.
  exception_name text,
  exception_reason text,
  verdict text check (verdict in ('pass', 'withheld')),
  file_sha256 text,
  report_sha256 text,
  manifest_sha256 text,
  -- Of the manifest and the reports as they are stored, whatever hashes these name.
  content_sha256 text not null,
  evidence jsonb not null,
  -- Of the terms and the hashes above, in canonical JSON (RFC 8785).
  sha256 text not null,
  approved_by uuid not null,
  approved_at timestamptz not null default now(),
  confirmed_by uuid,
  confirmed_at timestamptz,
  closed_by uuid,
  closed_at timestamptz,
  closed_reason text,
  check ((exception_name is null) = (exception_reason is null)),
  check (confirmed_by <> approved_by)
);
create unique index model_approvals_open on public.model_approvals (run_id) where closed_at is null;
create index model_approvals_run on public.model_approvals (run_id);
create index model_approvals_tenant on public.model_approvals (tenant_id);
alter table public.model_approvals enable row level security;

-- What was read of a document when it was uploaded; of earlier ones nothing is known.
alter table public.evidence_documents
  add column readable boolean,
  -- Ids that its text names, and the batch whose report it is by its title (the first 8 digits of the id).
  add column mentions uuid[] not null default '{}',
  add column report_of text;

insert into private.tenant_tables values ('public.model_approvals');
