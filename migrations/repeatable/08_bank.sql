-- Bank rows are read through views without tenant columns; row-level security of the tables applies.
grant select on bank.customers to :authenticated;
grant all on bank.customers to :service_role;
create policy everything on bank.customers to :service_role using (true) with check (true);
create policy own_tenant on bank.customers for select to :authenticated
  using (tenant_id = (select private.tenant_id()));
grant select on bank.accounts to :authenticated;
grant all on bank.accounts to :service_role;
create policy everything on bank.accounts to :service_role using (true) with check (true);
create policy own_tenant on bank.accounts for select to :authenticated
  using (tenant_id = (select private.tenant_id()));
grant select on bank.transactions to :authenticated;
grant all on bank.transactions to :service_role;
create policy everything on bank.transactions to :service_role using (true) with check (true);
create policy own_tenant on bank.transactions for select to :authenticated
  using (tenant_id = (select private.tenant_id()));
create view public.customers with (security_invoker = true) as
  select customer_id, full_name, email, city, risk_segment, join_date, country, phone, birth_year, household_id,
         employment, monthly_income, batch_id, seq
    from bank.customers;
create view public.accounts with (security_invoker = true) as
  select account_id, account_type, status, current_balance, credit_limit, open_date, customer_id, currency,
         opening_balance, close_date, days_past_due, status_history, account_number, bank_code, card_number,
         batch_id, seq
    from bank.accounts;
create view public.transactions with (security_invoker = true) as
  select txn_id, amount, currency, channel, merchant_category, aml_flag, txn_ts, account_id, customer_id,
         counterparty, country, mcc, merchant, type, status, balance_after, device, booking_date,
         value_date, batch_id, seq
    from bank.transactions;
grant select on public.customers, public.accounts, public.transactions to :authenticated, :service_role;

-- Relationships between customers, accounts and transactions for embedding. An id refers to the row of the same batch
-- or, if that batch has none, to the newest row with this id, as for transactions on existing accounts. Plain SQL
-- without a search path, so that PostgreSQL plans them as joins.
create function public.customers(public.accounts) returns setof public.customers rows 1
language sql stable as $$
  select c.* from public.customers c where c.customer_id = $1.customer_id
   order by (c.batch_id = $1.batch_id) desc, c.seq desc limit 1
$$;
create function public.customers(public.transactions) returns setof public.customers rows 1
language sql stable as $$
  select c.* from public.customers c where c.customer_id = $1.customer_id
   order by (c.batch_id = $1.batch_id) desc, c.seq desc limit 1
$$;
create function public.accounts(public.transactions) returns setof public.accounts rows 1
language sql stable as $$
  select a.* from public.accounts a where a.account_id = $1.account_id
   order by (a.batch_id = $1.batch_id) desc, a.seq desc limit 1
$$;
create function public.accounts(public.customers) returns setof public.accounts
language sql stable as $$
  select a.* from public.accounts a
   where a.customer_id = $1.customer_id
     and $1.seq = (select c.seq from public.customers c where c.customer_id = a.customer_id
                    order by (c.batch_id = a.batch_id) desc, c.seq desc limit 1)
$$;
create function public.transactions(public.accounts) returns setof public.transactions
language sql stable as $$
  select t.* from public.transactions t
   where t.account_id = $1.account_id
     and $1.seq = (select a.seq from public.accounts a where a.account_id = t.account_id
                    order by (a.batch_id = t.batch_id) desc, a.seq desc limit 1)
$$;
create function public.transactions(public.customers) returns setof public.transactions
language sql stable as $$
  select t.* from public.transactions t
   where t.customer_id = $1.customer_id
     and $1.seq = (select c.seq from public.customers c where c.customer_id = t.customer_id
                    order by (c.batch_id = t.batch_id) desc, c.seq desc limit 1)
$$;
grant execute on function public.customers(public.accounts), public.customers(public.transactions),
  public.accounts(public.transactions), public.accounts(public.customers), public.transactions(public.accounts),
  public.transactions(public.customers) to :authenticated, :service_role;
