-- Buckets of storage, and the tables whose rows follow a user into an organization.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('ingested_data', 'ingested_data', false, 524288000, null),
  ('generated_data', 'generated_data', false, null, null),
  ('evidence-vault', 'evidence-vault', false, 10485760, array['application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document']),
  ('models', 'models', false, null, null);

create table private.tenant_tables (relation regclass primary key);
insert into private.tenant_tables values
  ('storage.objects'), ('public.runs'), ('public.ingestion_manifests'), ('public.generation_logs'),
  ('public.batch_reports'), ('bank.customers'), ('bank.accounts'), ('bank.transactions'),
  ('public.governance_audit'), ('public.pattern_analysis_results'), ('public.exception_batches'),
  ('public.exception_decisions'), ('public.evidence_documents'), ('public.evidence_links'),
  ('public.privacy_sources'), ('public.privacy_ledger'), ('public.stored_models'), ('public.api_keys');
