import { z } from 'zod';
import { findUser, type UserRow } from '../../accounts/users.ts';
import { AuthError } from '../../auth-error.ts';
import type { AuthContext } from '../../context.ts';

export type OfUser = { Params: { id: string } };

export async function knownUser({ platform }: AuthContext, id: string): Promise<UserRow> {
  const user = z.uuid().safeParse(id).success
    ? await findUser(platform.database.owner, { id })
    : null;
  if (user === null) throw new AuthError(404, 'user_not_found', 'User not found');
  return user;
}
