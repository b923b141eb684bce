create table public.evidence_documents (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default private.tenant_id(),
  filename text not null check (btrim(filename) <> '' and length(filename) <= 255),
  file_type text not null,
  file_size bigint not null check (file_size between 1 and 10485760),
  storage_path text not null unique,
  sha256 text,
  uploaded_by uuid not null default auth.uid(),
  org_id uuid references public.organizations,
  is_global boolean not null default false,
  created_at timestamptz not null default now(),
  check (is_global or org_id is not null)
);
create index evidence_documents_tenant on public.evidence_documents (tenant_id, created_at desc);
create index evidence_documents_global on public.evidence_documents (created_at desc) where is_global;
alter table public.evidence_documents enable row level security;

create table public.evidence_links (
  document_id uuid not null references public.evidence_documents on delete cascade,
  governance_run_id uuid not null references public.governance_audit,
  tenant_id uuid not null default private.tenant_id(),
  linked_by uuid not null default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (document_id, governance_run_id)
);
create index evidence_links_run on public.evidence_links (governance_run_id);
alter table public.evidence_links enable row level security;
