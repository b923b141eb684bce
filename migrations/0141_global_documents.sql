-- Account and organization that gave a global document, which other organizations do not see: the row itself names
-- neither.
create table private.document_givers (
  document_id uuid primary key,
  tenant_id uuid not null,
  uploaded_by uuid
);
alter table public.evidence_documents alter column uploaded_by drop not null;
insert into private.document_givers select id, tenant_id, uploaded_by from public.evidence_documents where is_global;
update public.evidence_documents
   set tenant_id = '00000000-0000-0000-0000-000000000000', uploaded_by = null, org_id = null
 where is_global;
insert into private.tenant_tables values ('private.document_givers');
