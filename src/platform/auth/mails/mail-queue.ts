import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { transaction } from '../../database/database.ts';
import type { Platform } from '../../gateway/context.ts';
import type { Mail } from '../../mail/mailer.ts';
import { makeReauthenticationCode } from '../accounts/reauthentication-code.ts';
import { findUser } from '../accounts/users.ts';
import type { AuthOptions } from '../options.ts';
import {
  invitationMail,
  type MailKind,
  noticeMail,
  reauthenticationMail,
  recoveryMail,
} from './templates.ts';
import { tokenHash } from './token-hash.ts';

const RECOVERY_SECONDS = 3600;
const INVITATION_SECONDS = 72 * 3600;
const MAX_ATTEMPTS = 5;
const FIRST_WAIT_SECONDS = 30;

type Request = { id: string; kind: MailKind; email: string; attempts: number };
type Sending = Pick<AuthOptions, 'mailer' | 'siteUrl'>;

/** Queues a mail. The queue contains no secret: links are created when the mail is sent. */
export async function queueMail(
  client: Pick<pg.ClientBase, 'query'> | pg.Pool,
  kind: MailKind,
  email: string,
): Promise<void> {
  await client.query('insert into auth.mail_requests (kind, email) values ($1, $2)', [kind, email]);
}

/** Sends due mails. A failed one is retried with growing delays, at most five times. */
export async function sendDueMails(platform: Platform, options: Sending): Promise<void> {
  const pool = platform.database.owner;
  for (;;) {
    // Claimed by moving it into the future, so that it is retried if this process dies.
    const { rows } = await pool.query<Request>(
      `update auth.mail_requests set attempts = attempts + 1,
              next_at = now() + make_interval(secs => $1 * power(4, attempts))
        where id = (select id from auth.mail_requests where next_at <= now()
                     order by next_at for update skip locked limit 1)
        returning id, kind, email, attempts`,
      [FIRST_WAIT_SECONDS],
    );
    const request = rows[0];
    if (!request) return;
    try {
      const mail = await compose(pool, options, request);
      if (mail !== null) {
        await options.mailer.send(mail);
        if (request.kind === 'invitation') await noteInvited(pool, request.email);
      }
    } catch (error) {
      const last = request.attempts >= MAX_ATTEMPTS;
      platform.log.error({ err: error, kind: request.kind, last }, 'a mail could not be sent');
      if (!last) continue;
    }
    await pool.query('delete from auth.mail_requests where id = $1', [request.id]);
  }
}

async function compose(pool: pg.Pool, options: Sending, request: Request): Promise<Mail | null> {
  const user = await findUser(pool, { email: request.email });
  if (user === null || user.is_banned) return null;
  if (request.kind === 'reauthentication') {
    const code = await transaction(pool, (tx) => makeReauthenticationCode(tx, user.id));
    return reauthenticationMail(user.email, code);
  }
  if (request.kind === 'recovery') {
    const token = await makeToken(pool, user.id, RECOVERY_SECONDS);
    return recoveryMail(user.email, `${options.siteUrl}${linkOf(token, 'recovery')}`);
  }
  if (request.kind === 'invitation') {
    // The password was set meanwhile through a requested link: nothing to invite to.
    if (user.encrypted_password !== null) return null;
    const token = await makeToken(pool, user.id, INVITATION_SECONDS);
    return invitationMail(user.email, `${options.siteUrl}${linkOf(token, 'invite')}`);
  }
  return noticeMail(user.email, request.kind);
}

async function noteInvited(pool: pg.Pool, email: string): Promise<void> {
  await pool.query(
    `update auth.users u set invitation_expires_at = t.expires_at from auth.one_time_tokens t
      where lower(u.email) = lower($1) and u.invited_at is not null and t.user_id = u.id and t.kind = 'recovery'`,
    [email],
  );
}

const linkOf = (token: string, type: 'recovery' | 'invite') =>
  `/reset-password?token_hash=${token}&type=${type}`;

/** Creates a one-time token that sets the password; it replaces the previous one. */
async function makeToken(pool: pg.Pool, userId: string, seconds: number): Promise<string> {
  const token = randomBytes(32).toString('hex');
  await transaction(pool, async (tx) => {
    await tx.query("delete from auth.one_time_tokens where user_id = $1 and kind = 'recovery'", [
      userId,
    ]);
    await tx.query(
      `insert into auth.one_time_tokens (token_hash, user_id, kind, expires_at)
       values ($1, $2, 'recovery', now() + make_interval(secs => $3))`,
      [tokenHash(token), userId, seconds],
    );
    await tx.query('update auth.users set recovery_sent_at = now() where id = $1', [userId]);
  });
  return token;
}
