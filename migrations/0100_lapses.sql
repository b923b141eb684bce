-- When an approval was found not to hold any more, and why: it does not come back by itself.
alter table public.model_approvals
  add column lapsed_at timestamptz,
  add column lapsed_because text,
  add check ((lapsed_at is null) = (lapsed_because is null));
