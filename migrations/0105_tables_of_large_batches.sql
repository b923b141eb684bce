-- From here on programs load large batches through private.open_batch_table: one that would take it away again, as an
-- earlier one does where it starts last, refuses to start.
comment on table bank.customers is 'Large batches have tables of their own, which inherit from it.';
comment on table bank.accounts is 'Large batches have tables of their own, which inherit from it.';
comment on table bank.transactions is 'Large batches have tables of their own, which inherit from it.';
