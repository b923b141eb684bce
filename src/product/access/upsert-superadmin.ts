import type pg from 'pg';
import { createAccount, findAccountByEmail, setPassword } from '../../platform/auth/accounts.ts';

/** Makes a superadmin, or gives an existing account the role and the new password. Other sessions of it end. */
export async function upsertSuperadmin(
  tx: pg.PoolClient,
  account: { email: string; password: string },
): Promise<{ userId: string; created: boolean }> {
  const existing = await findAccountByEmail(tx, account.email);
  const userId = existing?.id ?? (await createAccount(tx, account)).id;
  if (existing) {
    await setPassword(tx, { userId, password: account.password, endSessions: true });
  }
  await tx.query(
    `insert into public.profiles (id, email) values ($1, $2)
     on conflict (id) do update set status = 'active'`,
    [userId, account.email.toLowerCase()],
  );
  await tx.query(
    "insert into public.user_roles (user_id, role) values ($1, 'superadmin') on conflict do nothing",
    [userId],
  );
  return { userId, created: existing === null };
}
