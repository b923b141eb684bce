-- A run that waits for others gives its worker back and is taken up again later: that is no failed attempt.
alter table public.runs add column orderly_attempts int not null default 0;
