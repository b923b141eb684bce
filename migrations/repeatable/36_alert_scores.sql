-- Scores of alerts: the server enters them, members of the organization read them.
grant select on public.alert_scores to :authenticated;
grant all on public.alert_scores to :service_role;
create policy everything on public.alert_scores to :service_role using (true) with check (true);
create policy own_tenant on public.alert_scores for select to :authenticated
  using (tenant_id = (select private.tenant_id()));
