-- The defaults of every loaded row. A function with settings of its own is called row by row; one whose body
-- is bound when it is made needs none, and becomes part of the statement: a COPY takes two thirds of the time.
create or replace function private.tenant_id() returns uuid language sql stable
return nullif(current_setting('request.tenant_id', true), '')::uuid;

create or replace function private.batch_id() returns uuid language sql stable
return nullif(current_setting('request.batch_id', true), '')::uuid;
