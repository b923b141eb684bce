-- Batches of many rows are made in shards: which are made, who is at work on the others, and where their files wait.
create table private.batch_shards (
  run_id uuid not null references public.runs on delete cascade,
  shard int not null check (shard >= 0),
  -- Who makes it now, and when they were last heard of.
  claim uuid,
  heard_at timestamptz,
  tries int not null default 0,
  -- What one attempt made, once its files are stored.
  report jsonb,
  primary key (run_id, shard)
);

-- Files of shards until their batch is complete. Nobody but the server reads them there.
insert into storage.buckets (id, name, public) values ('batch_shards', 'batch_shards', false);
