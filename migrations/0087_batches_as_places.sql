-- A batch has a name that people give it, and can be deleted: rows and files go, its log stays with the manifest.
alter table public.generation_logs
  add column name text check (char_length(name) between 1 and 120),
  add column deleted_at timestamptz,
  add column deleted_by uuid,
  drop constraint generation_logs_status_check,
  add constraint generation_logs_status_check
    check (status in ('queued', 'running', 'completed', 'failed', 'cancelled', 'deleted'));

-- Which batch a model was learned for: what is approved there is what was sampled.
alter table public.governance_audit add column batch_id uuid references public.generation_logs on delete set null;
create index governance_audit_batch on public.governance_audit (batch_id);
update public.governance_audit g set batch_id = l.batch_id
  from public.generation_logs l
 where l.tenant_id = g.tenant_id and l.manifest ->> 'sha256' = g.manifest ->> 'sha256';
