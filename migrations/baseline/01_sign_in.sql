-- What the auth service keeps. No client can name these tables.
create table auth.users (
  id uuid primary key default gen_random_uuid(),
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  email text not null,
  encrypted_password text,
  email_confirmed_at timestamptz,
  phone text,
  phone_confirmed_at timestamptz,
  recovery_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{"provider": "email", "providers": ["email"]}',
  raw_user_meta_data jsonb not null default '{}',
  banned_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email on auth.users (lower(email));

create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null default '{}',
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_id)
);
create index identities_user on auth.identities (user_id);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  amr jsonb not null default '[]',
  factor_id uuid,
  user_agent text,
  ip inet,
  tag text,
  not_after timestamptz,
  -- The number of the session's one valid refresh token; the token itself is derived, not kept.
  refresh_counter int not null default 0,
  refreshed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user on auth.sessions (user_id);

-- Secrets that a mail carries, hashed; each can be redeemed once.
create table auth.one_time_tokens (
  token_hash bytea primary key,
  user_id uuid not null references auth.users on delete cascade,
  kind text not null check (kind in ('recovery')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index one_time_tokens_user on auth.one_time_tokens (user_id, kind);

-- What was tried, and from where: counted to slow down guessing, known accounts and unknown ones alike.
create table auth.attempts (
  id bigint generated always as identity primary key,
  kind text not null,
  key bytea not null,
  at timestamptz not null default clock_timestamp()
);
create index attempts_recent on auth.attempts (kind, key, at);

create table auth.signing_keys (
  kid text primary key,
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

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
