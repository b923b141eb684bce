-- A page of a batch in order of time, the rows of an account, and a row by its id: each by an index. The block ranges of
-- before gave no order, and were as wide as the batches between. Every further index makes batches slower to store.
drop index bank.transactions_batch;
create index transactions_batch on bank.transactions (batch_id, txn_ts);
create index transactions_key on bank.transactions (txn_id);
create index transactions_account on bank.transactions (account_id);
drop index bank.accounts_batch;
create index accounts_batch on bank.accounts (batch_id, seq);
create index accounts_customer on bank.accounts (customer_id);
drop index bank.customers_batch;
create index customers_batch on bank.customers (batch_id, seq);
