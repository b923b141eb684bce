-- Administrators decline model runs with a reason; `approval_notes` holds it.
alter table public.governance_audit add column declined_by uuid, add column declined_at timestamptz;
