-- Organization and role with which an API key was made; keys end when their maker loses either.
alter table public.api_keys add column made_for uuid, add column made_as text;
update public.api_keys set made_for = tenant_id, made_as = 'admin';
alter table public.api_keys alter column made_for set not null, alter column made_as set not null;
-- The superadmin who sent an open invitation; null for invitations of earlier versions and programs.
alter table auth.users add column invited_by uuid;
-- End of the longest link that the session made, until which the session is kept; and whether the session belonged to
-- a superadmin whose role was withdrawn.
alter table auth.sessions add column links_until timestamptz, add column of_superadmin boolean not null default false;
