-- Names and deletes batches.
create function private.batch_to_change(p_batch_id uuid) returns public.generation_logs
language plpgsql security definer set search_path = '' as $$
declare
  batch public.generation_logs;
begin
  perform private.require_scope('reset');
  select * into batch from public.generation_logs
   where batch_id = p_batch_id and tenant_id = private.tenant_id() for update;
  if batch.batch_id is null then
    raise exception 'Batch not found' using errcode = 'PT404';
  end if;
  if batch.created_by is distinct from auth.uid() and not private.is_admin() and not private.has_scope('reset') then
    raise exception 'Only the creator of a batch or an administrator can change it' using errcode = '42501';
  end if;
  return batch;
end $$;

create function public.rename_batch(p_batch_id uuid, p_name text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  batch public.generation_logs := private.batch_to_change(p_batch_id);
  wanted text := nullif(btrim(p_name), '');
begin
  if char_length(wanted) > 120 then
    raise exception 'A name can have at most 120 characters' using errcode = 'PT400';
  end if;
  update public.generation_logs set name = wanted where batch_id = p_batch_id;
  perform audit.record('batch.renamed', 'generation_log', p_batch_id::text, batch.tenant_id,
    jsonb_build_object('from', batch.name, 'to', wanted));
end $$;
grant execute on function public.rename_batch(uuid, text) to :authenticated;

-- Counts simulated batches that build on this one: accounts on customers, transactions on accounts and balances.
create function private.batches_on(batch public.generation_logs) returns bigint
language sql stable set search_path = '' as $$
  select count(*) from public.generation_logs other
   where batch.manifest_id is null and batch.entity_type in ('customers', 'accounts', 'transactions')
     and other.tenant_id = batch.tenant_id and other.batch_id <> batch.batch_id and other.status = 'completed'
     and (other.run_id = batch.run_id
            and array_position(array['customers', 'accounts', 'transactions'], other.entity_type)
              > array_position(array['customers', 'accounts', 'transactions'], batch.entity_type)
          or other.created_at > batch.created_at and other.run_id is distinct from batch.run_id
            and other.manifest #>> '{source,bankStateSha256}' is not null)
$$;

-- Restores account balances to those before the first row of a batch.
create function private.take_back_bookings(batch public.generation_logs) returns void
language sql set search_path = '' as $$
  update bank.accounts a set current_balance = before.balance
    from (select distinct on (account_id) account_id,
                 balance_after - case when status in ('declined', 'pending') then 0 else amount end as balance
            from bank.transactions where tenant_id = batch.tenant_id and batch_id = batch.batch_id
           order by account_id, seq) before
   where batch.manifest #>> '{source,bankStateSha256}' is not null
     and a.tenant_id = batch.tenant_id
     and a.seq = (select max(seq) from bank.accounts newest
                   where newest.tenant_id = batch.tenant_id and newest.account_id = before.account_id)
$$;

create function public.delete_batch(p_batch_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  batch public.generation_logs := private.batch_to_change(p_batch_id);
  others bigint := private.batches_on(batch);
  -- Tables of a simulated book are deleted together.
  ids uuid[] := array(
    select batch_id from public.generation_logs
     where batch_id = p_batch_id
        or batch.entity_type = 'table' and batch.manifest_id is null
           and run_id = batch.run_id and status = 'completed');
begin
  if batch.status in ('queued', 'running') then
    raise exception 'This batch is still being generated: cancel it first' using errcode = 'PT409';
  end if;
  if batch.status = 'deleted' then
    raise exception 'This batch was already deleted' using errcode = 'PT409';
  end if;
  if exists (select from public.governance_audit where batch_id = p_batch_id and approved_for_production) then
    raise exception 'This batch is approved for production: revoke the approval first' using errcode = 'PT409';
  end if;
  if others > 0 then
    raise exception '% made later on its rows: delete % first',
      case others when 1 then '1 batch was' else others || ' batches were' end,
      case others when 1 then 'that one' else 'those' end using errcode = 'PT409';
  end if;
  perform private.stop_runs(
    array(select id from public.runs
           where status in ('queued', 'running') and tenant_id = batch.tenant_id
             and (subject ->> 'batchId' = any (ids::text[]) or subject #>> '{threshold,baselineId}' = any (ids::text[]))),
    'The batch was deleted.');
  if batch.entity_type = 'transactions' then
    perform private.take_back_bookings(batch);
  end if;
  perform private.delete_bank_rows(batch.tenant_id, p_batch_id);
  update public.generation_logs
     set status = 'deleted', deleted_at = now(), deleted_by = auth.uid(), csv_url = null, preview = null
   where batch_id = any (ids);
  -- Deletes the file and its exports in other formats, which no row names any more.
  delete from storage.objects
   where bucket_id = 'generated_data'
     and (exists (select from unnest(ids) id where starts_with(name, batch.tenant_id || '/' || id || '/'))
          -- Archives of the linked tables.
          or batch.entity_type = 'table' and name in (
            select batch.tenant_id || '/' || other.batch_id || '/export/' || archive
              from public.generation_logs other,
                   unnest(array['tables-csv.zip', 'tables-parquet.zip', 'tables-sql.zip']) archive
             where other.run_id = batch.run_id));
end $$;
grant execute on function public.delete_batch(uuid) to :authenticated;
