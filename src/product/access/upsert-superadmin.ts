import type pg from 'pg';
import {
  createAccount,
  findAccountByEmail,
  setPassword,
} from '../../platform/auth/accounts/accounts.ts';

/** Creates a superadmin, or promotes an account, sets its password and ends other sessions. */
export async function upsertSuperadmin(
  tx: pg.PoolClient,
  {
    account,
    action,
    facts = {},
  }: {
    account: { email: string; password: string };
    action: 'superadmin.reset' | 'superadmin.setup';
    facts?: Record<string, string> | undefined;
  },
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
  const created = existing === null;
  await tx.query("select audit.record($1, 'profile', $2, null, $3)", [
    action,
    userId,
    JSON.stringify({ email: account.email, created, ...facts }),
  ]);
  return { userId, created };
}
