-- Schemas, and the functions that defaults of columns call: what has to be there before the tables. Files that begin
-- with 00 run before those that make tables, all others after them.
create schema if not exists auth;
create schema if not exists audit;
create schema if not exists bank;
create schema if not exists storage;
create schema if not exists realtime;
-- A function is called by those who were granted it. Schema private is made by the migrator.
alter default privileges revoke execute on functions from public;

create or replace function auth.uid() returns uuid language sql stable set search_path = '' as $$
  select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
$$;

-- The defaults of every loaded row. A function with settings of its own is called row by row; one whose body
-- is bound when it is made needs none, and becomes part of the statement: a COPY takes two thirds of the time.
create or replace function private.tenant_id() returns uuid language sql stable
return nullif(current_setting('request.tenant_id', true), '')::uuid;

create or replace function private.batch_id() returns uuid language sql stable
return nullif(current_setting('request.batch_id', true), '')::uuid;
