import type pg from 'pg';
import type { z } from 'zod';
import { createAccount, findAccountByEmail } from '../../platform/auth/accounts/accounts.ts';
import type { inviteUserBody } from '../../shared/contracts/identity.ts';
import { AppError } from '../../shared/errors.ts';

/** Creates and audits a user; without a password the user sets one by a link. Returns the id. */
export async function createUser(
  tx: pg.PoolClient,
  user: z.output<typeof inviteUserBody> & { password: string | null },
): Promise<string> {
  const { email, role, org_id: organizationId } = user;
  const organization = await tx.query('select from public.organizations where id = $1', [
    organizationId,
  ]);
  if (organization.rowCount === 0) throw new AppError('not_found', 'Organization not found');
  if (await findAccountByEmail(tx, email)) {
    throw new AppError('conflict', 'A user with this email address has already been registered');
  }
  // The link in the invitation verifies the address.
  const isInvited = user.password === null;
  const { id } = await createAccount(tx, { ...user, isConfirmed: !isInvited });
  await tx.query('insert into public.profiles (id, email, org_id) values ($1, $2, $3)', [
    id,
    email.toLowerCase(),
    organizationId,
  ]);
  await tx.query('insert into public.user_roles (user_id, role) values ($1, $2)', [id, role]);
  await tx.query("select audit.record('user.created', 'profile', $1, $2, $3)", [
    id,
    organizationId,
    JSON.stringify({ email, role, ...(isInvited && { invited: true }) }),
  ]);
  return id;
}
