-- Signing in through an identity provider, mails that wait to be sent, and what users see of their own sign-ins.
create table auth.flow_state (
  -- The `state` that travels through the provider; gone with the first answer that brings it back.
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  nonce text not null,
  code_verifier text not null,
  -- A cookie's hash: only the browser that set out may come back.
  browser_hash bytea not null,
  redirect_to text not null,
  -- The client's own proof key, where it asked for a code in place of tokens.
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  -- Set where a signed-in user adds an identity.
  linking_session_id uuid references auth.sessions on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index flow_state_expiry on auth.flow_state (expires_at);
create index flow_state_session on auth.flow_state (linking_session_id);

-- What a client exchanges for its session, once, with the proof that it set out itself.
create table auth.auth_codes (
  code_hash bytea primary key,
  user_id uuid not null references auth.users on delete cascade,
  session_id uuid references auth.sessions on delete cascade,
  code_challenge text not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index auth_codes_user on auth.auth_codes (user_id);
create index auth_codes_session on auth.auth_codes (session_id);

-- Asked for by known and unknown addresses alike; whether a mail is made of it is decided afterwards.
create table auth.mail_requests (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('recovery', 'password_changed', 'factor_added', 'factor_removed')),
  email text not null,
  attempts int not null default 0,
  next_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index mail_requests_due on auth.mail_requests (next_at);

create function public.list_own_sessions()
returns table (
  id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, address text, aal text, is_current boolean
) language sql stable security definer set search_path = '' as $$
  select s.id, s.created_at, s.refreshed_at, s.user_agent, host(s.ip), s.aal,
         s.id = (auth.jwt() ->> 'session_id')::uuid
    from auth.sessions s
   where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
   order by s.refreshed_at desc
$$;

create function public.end_own_session(p_session_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions where id = p_session_id and user_id = auth.uid();
  if not found then
    return false;
  end if;
  perform audit.record('session.ended', 'session', p_session_id::text, null);
  return true;
end $$;

create function public.end_sessions_of(p_user_id uuid) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  ended bigint;
begin
  if not private.is_superadmin() then
    raise exception 'Only a superadmin ends the sessions of others' using errcode = '42501';
  end if;
  delete from auth.sessions where user_id = p_user_id;
  get diagnostics ended = row_count;
  perform audit.record('sessions.ended', 'user', p_user_id::text, null, jsonb_build_object('count', ended));
  return ended;
end $$;

-- One's own sign-ins, failures and changes; a superadmin may name somebody else.
create function public.list_security_events(p_user_id uuid default null, p_most int default 100)
returns table (
  at timestamptz, action text, actor_email text, object_id text, address text, agent text, detail jsonb
) language plpgsql stable security definer set search_path = '' as $$
declare
  subject uuid := coalesce(p_user_id, auth.uid());
begin
  if subject is distinct from auth.uid() and not private.is_superadmin() then
    raise exception 'Only a superadmin reads the events of others' using errcode = '42501';
  end if;
  return query
    select e.at, e.action, e.actor_email, e.object_id, host(e.address), e.agent, e.detail
      from audit.events e
     where e.actor_id = subject
        or (e.object_id = subject::text and e.object_type in ('user', 'profile', 'user_role'))
     order by e.id desc
     limit least(greatest(coalesce(p_most, 100), 1), 1000);
end $$;
create index events_by_object on audit.events (object_id, id desc);

do $$
declare
  procedure text;
begin
  foreach procedure in array array['list_own_sessions()', 'end_own_session(uuid)', 'end_sessions_of(uuid)',
    'list_security_events(uuid, int)'] loop
    execute format('revoke execute on function public.%s from public', procedure);
    execute format('grant execute on function public.%s to authenticated', procedure);
  end loop;
end $$;
