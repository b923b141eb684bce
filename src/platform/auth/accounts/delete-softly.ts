import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Placeholder address of a deleted account, deterministic as in the published service. */
const obscured = (id: string, email: string) =>
  createHash('sha256').update(`${id}${email}`).digest('base64url');

/** Removes personal data, credentials and profile; keeps id and time, frees the address. */
export async function deleteSoftly(
  tx: pg.PoolClient,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await tx.query(
    `update auth.users set deleted_at = now(), updated_at = now(), email = $2, encrypted_password = null, phone = null,
            email_confirmed_at = null, phone_confirmed_at = null, banned_until = 'infinity',
            raw_user_meta_data = '{}', raw_app_meta_data = '{}'
      where id = $1`,
    [id, obscured(id, email)],
  );
  for (const table of [
    'sessions',
    'identities',
    'mfa_factors',
    'one_time_tokens',
    'known_networks',
    'auth_codes',
  ]) {
    await tx.query(`delete from auth.${table} where user_id = $1`, [id]);
  }
  await tx.query('delete from public.profiles where id = $1', [id]);
}
