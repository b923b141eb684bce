-- Lookup of the row that names a stored file. Documents and models have unique indexes already.
create index ingestion_manifests_storage_path on public.ingestion_manifests (storage_path);
create index ingestion_manifests_parquet_path on public.ingestion_manifests (parquet_path);
