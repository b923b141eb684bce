-- Tables under retention and legal hold. Rows can't be deleted while retained; tenant, time and `kept` columns never
-- change.
create table private.retained_tables (
  relation regclass primary key,
  made_at text not null default 'created_at',
  kept text[] not null default '{}'
);
insert into private.retained_tables values
  ('public.ingestion_manifests', 'created_at', '{id,storage_path,parquet_path,sha256,file_size,uploaded_by}'),
  ('public.generation_logs', 'created_at', '{batch_id,entity_type,manifest_id,run_id,created_by}'),
  ('public.batch_reports', 'created_at', '{batch_id,ordinal,cap}'),
  ('public.governance_audit', 'created_at', '{run_id,model_type,dataset_ref,created_by}'),
  ('public.model_approvals', 'approved_at', '{id,run_id,approved_by,exception_name}'),
  ('public.pattern_analysis_results', 'created_at',
    '{id,dataset_name,analysis_type,clusters,anomaly_scores,parameters,governance_run_id,created_by,data_kind}'),
  ('public.exception_batches', 'created_at',
    '{id,batch_name,exception_count,threshold_used,exceptions,result_id,created_by}'),
  ('public.evidence_documents', 'created_at',
    '{id,filename,file_type,file_size,storage_path,sha256,uploaded_by,org_id,is_global,readable,mentions,report_of}'),
  ('public.stored_models', 'created_at', '{id,manifest_id,model_hash,object_name,created_by}');
