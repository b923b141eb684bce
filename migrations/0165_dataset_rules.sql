-- Rules between columns that users declare, or reject although they were found.
alter table public.ingestion_manifests add column rules json;
