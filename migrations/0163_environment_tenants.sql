-- Rows of an environment belong to a tenant that a reset can replace by another one with the rows of the pin.
alter table public.environments add column rows_tenant uuid;
update public.environments set rows_tenant = id;
alter table public.environments alter rows_tenant set not null;
create index environments_rows on public.environments (rows_tenant);

-- Tenants of environments: the present one, a spare with the rows of a pin, and retired ones until their rows are deleted.
create table private.environment_tenants (
  tenant uuid primary key,
  environment_id uuid not null,
  -- Pin of a spare.
  pin text,
  retired_at timestamptz,
  purged_at timestamptz
);
create unique index environment_tenants_spare on private.environment_tenants (environment_id) where pin is not null;
create index environment_tenants_environment on private.environment_tenants (environment_id);
insert into private.environment_tenants (tenant, environment_id) select id, id from public.environments;
