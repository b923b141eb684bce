import type pg from 'pg';
import { queueMail } from '../../platform/auth/mails/mail-queue.ts';

export async function invite(tx: pg.PoolClient, user: { id: string; email: string }) {
  await tx.query(
    'update auth.users set invited_at = now(), invitation_expires_at = null where id = $1',
    [user.id],
  );
  await queueMail(tx, 'invitation', user.email);
}

export async function inviteAgain(tx: pg.PoolClient, userId: string): Promise<void> {
  await tx.query('select private.hold_invitation($1)', [userId]);
  const { rows } = await tx.query<{ email: string; tenant_id: string }>(
    'select email, tenant_id from public.profiles where id = $1',
    [userId],
  );
  const { email, tenant_id } = rows[0]!;
  await tx.query("delete from auth.one_time_tokens where user_id = $1 and kind = 'recovery'", [
    userId,
  ]);
  await tx.query("delete from auth.mail_requests where kind = 'invitation' and email = $1", [
    email,
  ]);
  await invite(tx, { id: userId, email });
  await tx.query("select audit.record('user.invited_again', 'profile', $1, $2, $3)", [
    userId,
    tenant_id,
    JSON.stringify({ email }),
  ]);
}
