import type pg from 'pg';
import type { z } from 'zod';
import { createAccount, findAccountByEmail } from '../../platform/auth/accounts/accounts.ts';
import type { inviteUserBody } from '../../shared/contracts/identity.ts';
import { AppError } from '../../shared/errors.ts';

/**
 * Makes a user of an organization, and puts that on record; without a password, one who chooses it by a link.
 *
 * @returns the user's id
 * @throws AppError where there is no such organization, or somebody has this address already
 */
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
  // Who was invited shows by the link that the address is theirs.
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
