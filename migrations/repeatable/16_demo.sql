create function public.seed_org_demo_data(target_org_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  run uuid := gen_random_uuid();
  target_entity text;
  batch uuid;
  batches jsonb := '[]';
  names text;
  columns text;
  fresh text := upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 8));
  made bigint;
begin
  if not private.is_superadmin() and auth.role() <> 'service_role' then
    raise exception 'Only superadmins can seed demo data' using errcode = '42501';
  end if;
  perform 1 from public.organizations where id = target_org_id for update;
  if not found then
    raise exception 'Organization not found' using errcode = 'PT404';
  end if;
  if exists (select from private.demo_seeds where org_id = target_org_id) then
    raise exception 'This organization already has its demo data' using errcode = 'PT409';
  end if;
  if not exists (select from private.demo_manifests) then
    raise exception 'The demo rows are still being prepared. Try again in a moment.' using errcode = 'PT503';
  end if;
  insert into private.demo_seeds (org_id, seeded_by) values (target_org_id, auth.uid());
  insert into public.runs (id, tenant_id, kind, subject, created_by)
    values (run, target_org_id, 'demo-files', '{}', auth.uid());

  perform set_config('request.rows_noted', 'yes', true);
  foreach target_entity in array array['customers', 'accounts', 'transactions'] loop
    batch := gen_random_uuid();
    -- Ids are unique in every organization; all other values are those of the engine.
    select string_agg(case when column_name in ('customer_id', 'account_id', 'txn_id', 'household_id', 'counterparty')
        then format('replace(%I, %L, %L)', column_name, 'DEMODEMO', fresh)
        else quote_ident(column_name) end, ', ' order by ordinal_position),
        string_agg(quote_ident(column_name), ', ' order by ordinal_position)
      into columns, names
      from information_schema.columns
     where table_schema = 'private' and table_name = 'demo_' || target_entity;
    execute format('insert into bank.%1$s (%3$s, batch_id, seq, tenant_id)
        select %2$s, $1, nextval(''bank.row_numbers''), $2 from private.demo_%1$s',
      target_entity, columns, names) using batch, target_org_id;
    get diagnostics made = row_count;
    perform private.note_added_rows(target_entity, target_org_id, made);
    insert into public.generation_logs
        (batch_id, tenant_id, entity_type, status, record_count, manifest, run_id, created_by)
      select batch, target_org_id, target_entity, 'completed', made, manifest, run, auth.uid()
        from private.demo_manifests d where d.entity = target_entity;
    batches := batches || jsonb_build_object('entity', target_entity, 'id', batch);
  end loop;
  update public.runs set subject = jsonb_build_object('batches', batches) where id = run;
  perform audit.record('organization.demo_seeded', 'organization', target_org_id::text, target_org_id,
    jsonb_build_object('batches', batches));
  return jsonb_build_object('customers', 20, 'accounts', 50, 'transactions', 200, 'run_id', run);
end $$;
grant execute on function public.seed_org_demo_data(uuid) to :authenticated, :service_role;
