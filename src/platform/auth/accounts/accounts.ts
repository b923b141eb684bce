import type pg from 'pg';
import type { Platform } from '../../gateway/context.ts';
import { queueMail, sendDueMails } from '../mails/mail-queue.ts';
import type { AuthOptions } from '../options.ts';
import { countAttempt } from '../rate-limiting/count-attempt.ts';
import { networkOf } from '../rate-limiting/network-of.ts';
import { hashPassword } from './passwords.ts';
import { findUser } from './users.ts';

const SECONDS_BETWEEN_MAILS = 60;

/** Creates an account with a password; it can sign in once its address counts as confirmed. */
export async function createAccount(
  tx: pg.PoolClient,
  account: { email: string; password: string | null; id?: string; isConfirmed?: boolean },
): Promise<{ id: string }> {
  const email = account.email.trim().toLowerCase();
  const { rows } = await tx.query<{ id: string }>(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at)
     values (coalesce($3::uuid, gen_random_uuid()), $1, $2, case when $4::boolean then now() end) returning id`,
    [
      email,
      account.password === null ? null : await hashPassword(account.password),
      account.id ?? null,
      account.isConfirmed ?? true,
    ],
  );
  const id = rows[0]!.id;
  await tx.query(
    `insert into auth.identities (user_id, provider, provider_id, identity_data)
     values ($1::uuid, 'email', $1::text, jsonb_build_object('sub', $1::text, 'email', $2::text, 'email_verified', true))`,
    [id, email],
  );
  return { id };
}

export async function confirmEmail(tx: pg.PoolClient, userId: string): Promise<void> {
  await tx.query(
    'update auth.users set email_confirmed_at = now() where id = $1 and email_confirmed_at is null',
    [userId],
  );
}

/** Finds the account and locks the address until commit, so that concurrent claims of it wait. */
export async function findAccountByEmail(
  tx: pg.PoolClient,
  email: string,
): Promise<{ id: string; email: string } | null> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('address ' || lower($1), 0))", [
    email.trim(),
  ]);
  return findUser(tx, { email: email.trim() });
}

/** Sets a password, notifies its owner and ends recovery links; optionally all other sessions. */
export async function setPassword(
  tx: pg.PoolClient,
  change: { userId: string; password: string; endSessions: boolean; keepSession?: string },
): Promise<void> {
  const { rows } = await tx.query<{ email: string }>(
    'update auth.users set encrypted_password = $2, updated_at = now() where id = $1 returning email',
    [change.userId, await hashPassword(change.password)],
  );
  if (rows[0]) await queueMail(tx, 'password_changed', rows[0].email);
  await tx.query("delete from auth.one_time_tokens where user_id = $1 and kind = 'recovery'", [
    change.userId,
  ]);
  if (change.endSessions) {
    await tx.query(
      'delete from auth.sessions where user_id = $1 and id is distinct from $2::uuid',
      [change.userId, change.keepSession ?? null],
    );
  }
}

/**
 * Requests a reset link. Known and unknown addresses are rate-limited and answered alike; the mail
 * is created after the response, so that its timing reveals nothing.
 */
export async function requestPasswordReset(
  platform: Platform,
  options: AuthOptions,
  request: { email: string; address: string },
): Promise<void> {
  const email = request.email.trim().toLowerCase();
  await admitMail(platform, email);
  await countAttempt(platform.database.owner, {
    kind: 'mail-address',
    key: networkOf(request.address),
    max: 30,
    seconds: 300,
    refusal: () => ({
      code: 'over_email_send_rate_limit',
      message: 'Too many requests from this address. Try again in a few minutes.',
    }),
  });
  await queueMail(platform.database.owner, 'recovery', email);
  sendSoon(platform, options);
}

export async function requestReauthentication(
  platform: Platform,
  options: AuthOptions,
  email: string,
): Promise<void> {
  await admitMail(platform, email.toLowerCase());
  await queueMail(platform.database.owner, 'reauthentication', email);
  sendSoon(platform, options);
}

/** Limits requested mails to one a minute. */
const admitMail = ({ database }: Platform, email: string) =>
  countAttempt(database.owner, {
    kind: 'mail',
    key: email,
    max: 1,
    seconds: SECONDS_BETWEEN_MAILS,
    refusal: (seconds) => ({
      code: 'over_email_send_rate_limit',
      message: `For security purposes, you can only request this after ${seconds} seconds.`,
    }),
  });

/** Runs work after the response, so that its timing reveals nothing. */
export function sendSoon(
  platform: Platform,
  options: Pick<AuthOptions, 'mailer' | 'siteUrl'>,
): void {
  setImmediate(() => {
    sendDueMails(platform, options).catch((error: unknown) =>
      platform.log.error({ err: error }, 'mails could not be sent'),
    );
  });
}
