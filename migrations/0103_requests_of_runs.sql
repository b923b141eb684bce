-- The request that a run came of, as its caller and the logs name it, and its place in a trace (W3C Trace Context).
alter table public.runs
  add column request_id text default nullif(current_setting('request.id', true), ''),
  add column traceparent text default nullif(current_setting('request.traceparent', true), '');
