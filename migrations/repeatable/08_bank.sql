-- Rows of banks are read through views that leave tenancy out; the policies of the tables decide.
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
         counterparty, country, mcc, merchant, type, status, balance_after, device, batch_id, seq
    from bank.transactions;
grant select on public.customers, public.accounts, public.transactions to :authenticated, :service_role;
