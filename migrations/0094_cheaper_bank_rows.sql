-- Rows come in order of time, so those of an account lie far apart, and ids begin differently in each batch: a b-tree
-- takes each row at another place. BRIN keeps a Bloom filter of ids for each 32 pages. GIN collects rows, puts
-- a few thousand in at once, and keeps an account's as one list; where the server does not offer it, the b-tree stays.
drop index bank.transactions_key;
create index transactions_key on bank.transactions
  using brin (txn_id text_bloom_ops (n_distinct_per_range = 1300, false_positive_rate = 0.001))
  with (pages_per_range = 32);

do $$
begin
  create schema if not exists extensions;
  create extension if not exists btree_gin schema extensions;
  drop index bank.transactions_account;
  create index transactions_account on bank.transactions using gin (account_id);
exception
  when insufficient_privilege or feature_not_supported or undefined_file or invalid_parameter_value then
    raise notice 'btree_gin is not available here (%): batches take longer to store', sqlerrm;
end $$;
