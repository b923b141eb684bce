-- Scopes, rate and use of API keys, and the key on records that it caused.
alter table public.api_keys
  add column scopes text[] not null default '{read}'
    check (scopes <@ array['read', 'generate', 'ingest', 'export', 'reset'] and cardinality(scopes) > 0),
  add column rate_limit int not null default 3000 check (rate_limit between 1 and 60000),
  add column requests bigint not null default 0,
  drop constraint api_keys_tables_check,
  add constraint api_keys_tables_check check (tables <@ array['customers', 'accounts', 'transactions']),
  add constraint api_keys_read_check check ((cardinality(tables) > 0) = ('read' = any (scopes)));
update public.api_keys k set requests = used.requests
  from (select key_id, sum(requests) as requests from audit.key_use group by key_id) used where used.key_id = k.id;

alter table public.runs add column api_key_id uuid, add column api_key_scopes text[];
alter table public.generation_logs add column api_key_id uuid, add column api_key_scopes text[];
alter table public.ingestion_manifests add column api_key_id uuid, add column api_key_scopes text[];
alter table public.ingestion_recipes add column api_key_id uuid, add column api_key_scopes text[];
alter table public.table_sets add column api_key_id uuid, add column api_key_scopes text[];
alter table public.governance_audit add column api_key_id uuid, add column api_key_scopes text[];
