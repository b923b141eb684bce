-- An analysis is of a dataset, or of a generated batch. What kind of rows it was of stays readable when the
-- dataset is deleted.
alter table public.pattern_analysis_results
  add column batch_id uuid references public.generation_logs on delete set null,
  add column data_kind text check (data_kind in ('upload', 'synthetic', 'blend'));
create index pattern_analysis_results_batch on public.pattern_analysis_results (batch_id);

update public.pattern_analysis_results r set data_kind = m.kind
  from public.ingestion_manifests m where m.id = r.manifest_id;
