-- Sign-ins and sessions that users see of themselves.
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
    raise exception 'Only superadmins can end sessions of other users' using errcode = '42501';
  elsif not exists (select from auth.users where id = p_user_id) then
    raise exception 'No user with this ID' using errcode = 'PT404';
  end if;
  delete from auth.sessions where user_id = p_user_id;
  get diagnostics ended = row_count;
  perform audit.record('sessions.ended', 'user', p_user_id::text, null, jsonb_build_object('count', ended));
  return ended;
end $$;

-- Returns the caller's sign-ins, failures and changes; superadmins may name another user.
create function public.list_security_events(p_user_id uuid default null, p_most int default 100)
returns table (
  at timestamptz, action text, actor_email text, object_id text, address text, agent text, detail jsonb
) language plpgsql stable security definer set search_path = '' as $$
declare
  subject uuid := coalesce(p_user_id, auth.uid());
begin
  if subject is distinct from auth.uid() and not private.is_superadmin() then
    raise exception 'Only superadmins can read events of other users' using errcode = '42501';
  end if;
  return query
    select e.at, e.action, e.actor_email, e.object_id, host(e.address), e.agent, e.detail
      from audit.events e
     where (e.actor_id = subject
         and e.object_type in ('user', 'profile', 'user_role', 'session', 'organization', 'api_key'))
        or (e.object_id = subject::text and e.object_type in ('user', 'profile', 'user_role'))
     order by e.id desc
     limit least(greatest(coalesce(p_most, 100), 1), 1000);
end $$;
grant execute on function public.list_own_sessions() to :authenticated;
grant execute on function public.end_own_session(uuid) to :authenticated;
grant execute on function public.end_sessions_of(uuid) to :authenticated;
grant execute on function public.list_security_events(uuid, int) to :authenticated;
