-- How long an organization keeps its data at least, and whether nothing of it may be deleted at all.
alter table public.organizations
  add column retention_days int check (retention_days between 1 and 36500),
  add column legal_hold boolean not null default false;
