import type pg from 'pg';
import { confirmEmail } from '../accounts/accounts.ts';
import { findUser, mayEnter, type UserRow } from '../accounts/users.ts';
import { AuthError, banned } from '../auth-error.ts';

export type ProvenIdentity = {
  provider: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  data: Record<string, unknown>;
};

export function provenIdentity(
  provider: string,
  claims: Record<string, unknown> & { sub: string },
): ProvenIdentity {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  const email = text(claims.email)?.toLowerCase() ?? null;
  const emailVerified = claims.email_verified === true;
  const data = {
    sub: claims.sub,
    iss: text(claims.iss),
    name: text(claims.name),
    email: email ?? undefined,
    email_verified: emailVerified,
  };
  return { provider, subject: claims.sub, email, emailVerified, data };
}

async function attach(tx: pg.PoolClient, userId: string, identity: ProvenIdentity): Promise<void> {
  await tx.query(
    `insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at)
     values ($1, $2, $3, $4, now())`,
    [userId, identity.provider, identity.subject, JSON.stringify(identity.data)],
  );
  await nameProviders(tx, userId);
}

export async function nameProviders(tx: pg.PoolClient, userId: string): Promise<void> {
  await tx.query(
    `update auth.users set updated_at = now(), raw_app_meta_data = raw_app_meta_data || jsonb_build_object(
       'providers', (select coalesce(jsonb_agg(distinct provider order by provider), '[]')
                       from auth.identities where user_id = $1))
      where id = $1`,
    [userId],
  );
}

const identityExists = (message: string) => new AuthError(422, 'identity_already_exists', message);

async function ownerOf(tx: pg.PoolClient, identity: ProvenIdentity): Promise<string | null> {
  const { rows } = await tx.query<{ user_id: string }>(
    `update auth.identities set identity_data = $3, last_sign_in_at = now(), updated_at = now()
      where provider = $1 and provider_id = $2 returning user_id`,
    [identity.provider, identity.subject, JSON.stringify(identity.data)],
  );
  return rows[0]?.user_id ?? null;
}

/**
 * Finds the account of an identity: the linked one, or the one with the e-mail verified by the
 * provider. Creates no account. An account that already has another identity of this provider does
 * not match, because addresses are reassigned to new people.
 */
export async function userOfIdentity(
  tx: pg.PoolClient,
  identity: ProvenIdentity,
): Promise<{ user: UserRow; linked: boolean }> {
  const owner = await ownerOf(tx, identity);
  if (owner !== null) {
    const user = await findUser(tx, { id: owner });
    if (user === null) throw signupDisabled();
    if (user.is_banned) throw banned(403);
    return { user, linked: false };
  }
  if (identity.email === null || !identity.emailVerified) {
    throw new AuthError(
      403,
      'provider_email_needs_verification',
      'The provider has not verified this e-mail address',
    );
  }
  const user = await findUser(tx, { email: identity.email });
  if (user === null || !(await mayEnter(tx, user.id))) throw signupDisabled();
  if (user.is_banned) throw banned(403);
  if (user.identities.some(({ provider }) => provider === identity.provider)) {
    throw identityExists(
      `The account of ${identity.email} signs in with another identity of ${identity.provider}. Sign in with its password, unlink that identity in Settings, then try again.`,
    );
  }
  await attach(tx, user.id, identity);
  await confirmEmail(tx, user.id);
  return { user, linked: true };
}

export async function linkIdentity(
  tx: pg.PoolClient,
  userId: string,
  identity: ProvenIdentity,
): Promise<void> {
  if ((await ownerOf(tx, identity)) !== null) {
    throw identityExists('Identity is already linked to another user');
  }
  await attach(tx, userId, identity);
}

const signupDisabled = () =>
  new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
