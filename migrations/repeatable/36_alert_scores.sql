-- Scores of alerts: the server enters them, members of the organization read them.
grant select on public.alert_scores to :authenticated;
grant all on public.alert_scores to :service_role;
create policy everything on public.alert_scores to :service_role using (true) with check (true);
create policy own_tenant on public.alert_scores for select to :authenticated
  using (tenant_id = (select private.tenant_id()));
grant select on public.alert_scores to :key_holder;
create policy keys_list on public.alert_scores for select to :key_holder
  using (tenant_id = (select private.tenant_id()) and (select private.has_scope('truth')));
create trigger note_key before insert on public.alert_scores
  for each row execute function private.note_key('truth');

-- True if a member may read the ground truth of the tenant's simulated batches. Without an organization, batches are
-- the user's own.
create function private.holds_truth(of_user uuid, tenant uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles where id = of_user and org_id is null and id = tenant)
    or exists (select from public.truth_readers r where r.user_id = of_user and r.tenant_id = tenant)
$$;

-- True if the caller may read it. A key needs the scope, and a maker who holds the permission.
create function private.reads_truth() returns boolean
language sql stable security definer set search_path = '' as $$
  select case auth.role()
    when 'authenticated' then private.holds_truth(auth.uid(), private.tenant_id())
    when 'key_holder' then private.has_scope('truth') and coalesce((
      select private.holds_truth(k.created_by, k.made_for) from public.api_keys k
       where k.id = (auth.jwt() ->> 'key_id')::uuid), false)
    else false end
$$;
grant execute on function private.reads_truth() to :authenticated, :key_holder;

-- Batches that are a ground truth, in which the policies below hide rows and files.
create function private.truth_batches() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(batch_id), '{}') from public.generation_logs
   where tenant_id = private.tenant_id() and entity_type = 'table' and manifest_id is null
     and manifest #>> '{request,table}' = 'ground_truth'
$$;
grant execute on function private.truth_batches() to :authenticated, :key_holder;
create policy truth on public.generation_logs as restrictive for select to :authenticated, :key_holder
  using ((select private.reads_truth()) or batch_id <> all ((select private.truth_batches())::uuid[]));
create policy truth on public.batch_reports as restrictive for select to :authenticated
  using ((select private.reads_truth()) or batch_id <> all ((select private.truth_batches())::uuid[]));
create policy truth on storage.objects as restrictive for select to :authenticated, :key_holder
  using (bucket_id <> 'generated_data' or (select private.reads_truth())
    or (storage.foldername(name))[3] is distinct from 'truth'
       and (storage.foldername(name))[2] <> all ((select private.truth_batches()::text[])::text[]));
create policy keys_read_truth on storage.objects for select to :key_holder
  using (bucket_id = 'generated_data' and tenant_id = (select private.tenant_id())
    and (select private.reads_truth()) and ((storage.foldername(name))[3] = 'truth'
      or (storage.foldername(name))[2] = any ((select private.truth_batches()::text[])::text[])));

grant select on public.truth_readers to :authenticated;
grant all on public.truth_readers to :service_role;
create policy everything on public.truth_readers to :service_role using (true) with check (true);
create policy own_tenant_and_superadmins_read on public.truth_readers for select to :authenticated
  using (tenant_id = (select private.tenant_id()) or (select private.is_superadmin()));

-- Grants or withdraws the permission to read the ground truth of an organization's simulated batches.
create function public.set_truth_reader(p_user_id uuid, p_may_read boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member public.profiles;
begin
  if not private.is_admin() then
    raise exception 'Granting the ground truth needs the role admin' using errcode = '42501';
  end if;
  select * into member from public.profiles
   where id = p_user_id and (org_id = private.org_id() or private.is_superadmin());
  if member.id is null then
    raise exception 'User not found' using errcode = 'PT404';
  elsif member.org_id is null then
    raise exception 'A user without an organization reads the ground truth of the own batches' using errcode = 'PT409';
  end if;
  if p_may_read then
    insert into public.truth_readers (tenant_id, user_id) values (member.org_id, p_user_id) on conflict do nothing;
  else
    delete from public.truth_readers where tenant_id = member.org_id and user_id = p_user_id;
  end if;
  if found then
    perform audit.record(case when p_may_read then 'truth.granted' else 'truth.withdrawn' end,
      'profile', p_user_id::text, member.org_id, jsonb_build_object('email', member.email));
  end if;
end $$;
grant execute on function public.set_truth_reader(uuid, boolean) to :authenticated;
