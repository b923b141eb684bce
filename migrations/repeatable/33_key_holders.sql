-- Rights of requests with an API key. What is not granted here is refused: approvals, decisions, people and keys.
grant usage on schema public, auth, private, bank, storage to :key_holder;
grant execute on function private.database_role(text), auth.jwt(), auth.uid(), auth.role(), auth.email(),
  private.tenant_id(), private.org_id(), private.app_role(), private.is_superadmin(), private.is_admin(),
  private.standing(), private.refuse_large_answer(bigint), private.row_count(text), private.has_scope(text[]),
  private.key_reads(text), storage.foldername(text), storage.filename(text), storage.extension(text)
  to :key_holder;

grant select on bank.customers, bank.accounts, bank.transactions, public.customers, public.accounts,
  public.transactions to :key_holder;
create policy keys_read on bank.customers for select to :key_holder
  using (tenant_id = (select private.tenant_id()) and (select private.key_reads('customers')));
create policy keys_read on bank.accounts for select to :key_holder
  using (tenant_id = (select private.tenant_id()) and (select private.key_reads('accounts')));
create policy keys_read on bank.transactions for select to :key_holder
  using (tenant_id = (select private.tenant_id()) and (select private.key_reads('transactions')));
grant execute on function public.customers(public.accounts), public.customers(public.transactions),
  public.accounts(public.transactions), public.accounts(public.customers), public.transactions(public.accounts),
  public.transactions(public.customers) to :key_holder;

grant select on public.runs, public.generation_logs, public.table_sets, public.ingestion_recipes to :key_holder;
create policy keys_follow on public.runs for select to :key_holder
  using (tenant_id = (select private.tenant_id())
    and (select private.has_scope('generate', 'ingest', 'export', 'reset')));
create policy keys_list on public.generation_logs for select to :key_holder
  using (tenant_id = (select private.tenant_id()) and (select private.has_scope('generate', 'export', 'reset', 'truth')));
create policy keys_list on public.table_sets for select to :key_holder
  using (tenant_id = (select private.tenant_id()) and (select private.has_scope('generate', 'ingest')));
create policy keys_list on public.ingestion_recipes for select to :key_holder
  using (tenant_id = (select private.tenant_id()) and (select private.has_scope('ingest')));

-- Datasets without their preview, which holds uploaded rows.
do $$
begin
  execute (select format('grant select (%s) on public.ingestion_manifests to :key_holder', string_agg(quote_ident(attname), ', '))
    from pg_attribute where attrelid = 'public.ingestion_manifests'::regclass and attnum > 0 and not attisdropped
     and attname <> 'preview');
end $$;
create policy keys_list on public.ingestion_manifests for select to :key_holder
  using (tenant_id = (select private.tenant_id()) and (select private.has_scope('generate', 'ingest')));

grant select, insert, update, delete on storage.buckets, storage.objects to :key_holder;
create policy keys_download on storage.objects for select to :key_holder
  using (bucket_id = 'generated_data' and tenant_id = (select private.tenant_id())
    and (select private.has_scope('export')));

grant execute on function public.cancel_run(uuid), public.delete_batch(uuid) to :key_holder;
