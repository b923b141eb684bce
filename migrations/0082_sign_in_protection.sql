-- Refresh tokens of a lower number are worth nothing: they are from before the session's second factor.
alter table auth.sessions add column refresh_floor int not null default 0;

-- Sessions that stepped up before this migration: only their present token goes on.
update auth.sessions set refresh_floor = refresh_counter where aal = 'aal2';

-- Networks from which an account signed in with its password: guesses made elsewhere do not slow them down.
create table auth.known_networks (
  user_id uuid not null references auth.users on delete cascade,
  network text not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, network)
);
create index known_networks_seen on auth.known_networks (seen_at);
