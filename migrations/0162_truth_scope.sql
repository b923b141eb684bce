-- Keys with the scope truth score alerts against the ground truth of simulated batches.
alter table public.api_keys drop constraint api_keys_scopes_check,
  add constraint api_keys_scopes_check
    check (scopes <@ array['read', 'generate', 'ingest', 'export', 'reset', 'truth'] and cardinality(scopes) > 0);
alter table public.alert_scores add column api_key_id uuid, add column api_key_scopes text[];
