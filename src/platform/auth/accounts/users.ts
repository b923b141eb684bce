import type pg from 'pg';

type Queryable = Pick<pg.ClientBase, 'query'> | pg.Pool;

export type UserRow = {
  id: string;
  aud: string;
  role: string;
  email: string;
  encrypted_password: string | null;
  email_confirmed_at: string | null;
  phone: string | null;
  phone_confirmed_at: string | null;
  recovery_sent_at: string | null;
  last_sign_in_at: string | null;
  raw_app_meta_data: Record<string, unknown>;
  raw_user_meta_data: Record<string, unknown>;
  banned_until: string | null;
  is_banned: boolean;
  deleted_at: string | null;
  created_at: string;
  updated_at: string;
  identities: Identity[];
  factors: Factor[];
  /** True if the organization requires a second factor of its members. */
  second_factor_required: boolean;
};

export type Factor = {
  id: string;
  friendly_name?: string;
  factor_type: 'totp' | 'phone' | 'webauthn' | 'recovery_code';
  status: 'verified' | 'unverified';
  phone?: string;
  created_at: string;
  updated_at: string;
  last_challenged_at?: string;
};

type Identity = {
  identity_id: string;
  id: string;
  user_id: string;
  identity_data: Record<string, unknown>;
  provider: string;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
  email?: string;
};

const iso = (column: string, name = column) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as ${name}`;

/** Seconds after which an unverified factor expires. */
export const UNVERIFIED_SECONDS = 300;

export const USER_COLUMNS = `u.id, u.aud, u.role, u.email, u.encrypted_password, u.phone,
  ${iso('u.email_confirmed_at', 'email_confirmed_at')}, ${iso('u.phone_confirmed_at', 'phone_confirmed_at')},
  ${iso('u.recovery_sent_at', 'recovery_sent_at')}, ${iso('u.last_sign_in_at', 'last_sign_in_at')},
  u.raw_app_meta_data, u.raw_user_meta_data, u.banned_until::text, coalesce(u.banned_until > now(), false) as is_banned,
  ${iso('u.deleted_at', 'deleted_at')},
  ${iso('u.created_at', 'created_at')}, ${iso('u.updated_at', 'updated_at')},
  coalesce((select json_agg(json_build_object('identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id,
      'identity_data', i.identity_data, 'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at,
      'created_at', i.created_at, 'updated_at', i.updated_at, 'email', i.identity_data ->> 'email')
    order by i.created_at) from auth.identities i where i.user_id = u.id), '[]') as identities,
  coalesce((select json_agg(json_strip_nulls(json_build_object('id', f.id, 'friendly_name', f.friendly_name,
      'factor_type', f.factor_type, 'status', f.status, 'phone', f.phone, 'created_at', f.created_at,
      'updated_at', f.updated_at, 'last_challenged_at', f.last_challenged_at))
    order by f.created_at) from auth.mfa_factors f where f.user_id = u.id
      and (f.status = 'verified' or f.created_at > now() - make_interval(secs => ${UNVERIFIED_SECONDS}))),
    '[]') as factors,
  exists (select from public.profiles p join public.organizations o on o.id = p.org_id
    where p.id = u.id and o.require_second_factor) as second_factor_required`;

export async function findUser(
  client: Queryable,
  by: { id: string } | { email: string },
): Promise<UserRow | null> {
  const [condition, value] =
    'id' in by ? ['u.id = $1::uuid', by.id] : ['lower(u.email) = lower($1)', by.email];
  const { rows } = await client.query<UserRow>(
    `select ${USER_COLUMNS} from auth.users u where ${condition}`,
    [value],
  );
  return rows[0] ?? null;
}

/** Returns false for an invited user whose inviter may no longer invite. */
export async function mayEnter(client: Queryable, userId: string): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>('select private.may_enter($1) as may', [
    userId,
  ]);
  return rows[0]!.may;
}

/** Reports whether a user has a second factor. Recovery codes alone are none. */
export const hasSecondFactor = (user: Pick<UserRow, 'factors'>): boolean =>
  user.factors.some(
    (factor) => factor.status === 'verified' && factor.factor_type !== 'recovery_code',
  );

export function presentUser(user: UserRow): Record<string, unknown> {
  const times = {
    email_confirmed_at: user.email_confirmed_at,
    confirmed_at: user.email_confirmed_at,
    phone_confirmed_at: user.phone_confirmed_at,
    recovery_sent_at: user.recovery_sent_at,
    last_sign_in_at: user.last_sign_in_at,
    banned_until: user.is_banned ? user.banned_until : null,
    deleted_at: user.deleted_at,
  };
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email,
    phone: user.phone ?? '',
    ...Object.fromEntries(Object.entries(times).filter(([, value]) => value !== null)),
    app_metadata: {
      ...user.raw_app_meta_data,
      ...(user.second_factor_required && { second_factor_required: true }),
    },
    user_metadata: user.raw_user_meta_data,
    identities: user.identities,
    factors: user.factors,
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: false,
  };
}
