-- Verdict of a batch's report on its usefulness; null if it was not judged.
alter table public.generation_logs
  add column usefulness text check (usefulness in ('useful', 'limited', 'unfit'));
alter table public.model_approvals drop constraint model_approvals_verdict_check;
alter table public.model_approvals
  add constraint model_approvals_verdict_check check (verdict in ('pass', 'withheld', 'unfit'));
