-- Kind of institution: words of the pages, and what a full batch simulates unless the request names a preset.
alter table public.organizations add column kind text not null default 'bank'
  check (kind in ('bank', 'insurer', 'credit_union'));
