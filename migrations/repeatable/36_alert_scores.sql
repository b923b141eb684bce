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

-- True if the caller may compare with the ground truth of simulated batches.
create function private.reads_truth() returns boolean
language sql stable set search_path = '' as $$
  select auth.role() = 'authenticated'
    or coalesce(auth.role() = 'key_holder' and auth.jwt() -> 'scopes' ? 'truth', false)
$$;
grant execute on function private.reads_truth() to :authenticated, :key_holder;
