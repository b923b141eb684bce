-- A dataset may come from a file of statements or payments; its totals are kept beside it.
alter table public.ingestion_manifests
  drop constraint ingestion_manifests_format_check,
  add constraint ingestion_manifests_format_check check (format in (
    'csv', 'parquet', 'camt.052', 'camt.053', 'camt.054', 'mt940', 'mt942', 'ofx', 'qif', 'bai2', 'nacha',
    'pain.001', 'pain.008', 'pacs.008')),
  add column statement json;
