-- Workers say here that they live, so that every host knows whether one does, on this machine or another.
create table private.workers (
  id uuid primary key,
  heard_at timestamptz not null default now()
);
