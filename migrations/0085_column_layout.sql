-- What each column holds and how it is written, found once over all rows; null for datasets of before, whose columns are
-- looked at when they are read.
alter table public.ingestion_manifests add column layout json;
