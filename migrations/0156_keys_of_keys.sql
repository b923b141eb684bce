-- Keys of environments that another key created: they end with it.
alter table public.api_keys add column parent_key_id uuid references public.api_keys on delete cascade;
create index api_keys_parent on public.api_keys (parent_key_id) where parent_key_id is not null;
