-- Formats are decided by the server that reads the file; the table checks only their shape.
alter table public.ingestion_manifests
  drop constraint ingestion_manifests_format_check,
  add constraint ingestion_manifests_format_check check (format ~ '^[a-z0-9][a-z0-9.-]{0,19}$');
