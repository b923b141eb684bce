-- Second factors: what a user has besides the password, what was asked of them, and what follows for requests.
create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text,
  factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn', 'recovery_code')),
  status text not null default 'unverified' check (status in ('verified', 'unverified')),
  -- The authenticator's shared secret, sealed with the installation's key.
  secret bytea,
  phone text,
  -- What a security key registered: id, public key, signature counter, transports.
  credential jsonb,
  -- The 30-second step of the last accepted code; none at or before it is accepted again.
  last_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index mfa_factors_user on auth.mfa_factors (user_id);
create unique index mfa_factors_name on auth.mfa_factors (user_id, friendly_name) where btrim(friendly_name) <> '';
create unique index mfa_factors_one_set_of_codes on auth.mfa_factors (user_id) where factor_type = 'recovery_code';
create unique index mfa_factors_credential on auth.mfa_factors ((credential ->> 'id')) where credential is not null;

-- A question put to one session about one factor; answered rightly at most once.
create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  session_id uuid not null references auth.sessions on delete cascade,
  ip inet not null,
  otp_hash bytea,
  web_authn_challenge text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index mfa_challenges_factor on auth.mfa_challenges (factor_id);
create index mfa_challenges_session on auth.mfa_challenges (session_id);

create table auth.recovery_codes (
  id bigint generated always as identity primary key,
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  code_hash text not null,
  used_at timestamptz
);
create index recovery_codes_factor on auth.recovery_codes (factor_id);

create index sessions_factor on auth.sessions (factor_id) where factor_id is not null;
alter table auth.sessions add constraint sessions_factor foreign key (factor_id)
  references auth.mfa_factors on delete set null;

-- Recovery codes stand in for a factor; on their own they are none.
create function private.has_second_factor(of_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.mfa_factors
    where user_id = of_user and status = 'verified' and factor_type <> 'recovery_code')
$$;

-- As before, and: where a second factor is due, a session that has not shown it opens nothing. Both the session
-- and the token must have it, so a token from before the second step gains nothing by it.
create or replace function private.begin_request(claims jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_user uuid;
  found_org uuid;
  disabled boolean;
  stepped_up boolean;
begin
  perform set_config('request.jwt.claims', claims::text, true),
          set_config('request.tenant_id', '', true),
          set_config('request.org_id', '', true),
          set_config('request.app_role', '', true);
  if claims ->> 'role' is distinct from 'authenticated' then
    return;
  end if;
  select u.id, p.org_id, coalesce(u.banned_until > now(), false) or coalesce(p.status = 'disabled', false),
         s.aal = 'aal2' and claims ->> 'aal' = 'aal2'
    into found_user, found_org, disabled, stepped_up
    from auth.sessions s
    join auth.users u on u.id = s.user_id
    left join public.profiles p on p.id = u.id
   where s.id = (claims ->> 'session_id')::uuid
     and u.id = (claims ->> 'sub')::uuid
     and (s.not_after is null or s.not_after > now());
  if found_user is null then
    raise exception 'Session from session_id claim in JWT does not exist' using errcode = 'PT401';
  end if;
  if disabled then
    raise exception 'User is banned' using errcode = 'PT403';
  end if;
  if stepped_up is not true then
    if private.has_second_factor(found_user) then
      raise exception 'AAL2 session is required' using errcode = 'PT403';
    end if;
    if exists (select from public.organizations where id = found_org and require_second_factor) then
      raise exception 'Your organization requires a second factor' using errcode = 'PT403',
        hint = 'Add one in Settings.';
    end if;
  end if;
  perform set_config('request.tenant_id', coalesce(found_org, found_user)::text, true),
          set_config('request.org_id', coalesce(found_org::text, ''), true),
          set_config('request.app_role', coalesce(private.strongest_role(found_user), ''), true);
end $$;
