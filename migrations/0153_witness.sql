-- The key with which this sandbox witnesses logs of others.
create table private.witness (
  only_one boolean primary key default true check (only_one),
  name text not null,
  private_key text not null
);

-- Logs that this sandbox witnesses: keys as first seen (null: to be seen again) with later changes, and the last
-- checkpoint that it signed.
create table private.witnessed_logs (
  origin text primary key,
  keys text,
  note text,
  seen_at timestamptz
);
