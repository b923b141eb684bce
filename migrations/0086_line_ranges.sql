-- What of an upload gave no row is told in ranges of lines: lines that can't be read, and lines outside the table.
alter table public.ingestion_manifests
  add column skipped_count bigint not null default 0,
  add column skipped json not null default '[]';

update public.ingestion_manifests set rejects = (
  select coalesce(json_agg(json_build_object(
    'fromLine', coalesce(reject ->> 'line', reject ->> 'row')::bigint,
    'toLine', coalesce(reject ->> 'line', reject ->> 'row')::bigint,
    'reason', reject ->> 'reason',
    'text', reject ->> 'text'
  ) order by place), '[]')
  from json_array_elements(rejects) with ordinality as listed (reject, place)
) where rejected_count > 0;
