import type { FastifyInstance } from 'fastify';
import { transaction } from '../../../database/database.ts';
import { setPassword } from '../../accounts/accounts.ts';
import { checkPasswordRules } from '../../accounts/passwords.ts';
import { presentUser } from '../../accounts/users.ts';
import { AuthError } from '../../auth-error.ts';
import type { AuthContext } from '../../context.ts';
import { applyChanges } from './apply-changes.ts';
import { knownUser, type OfUser } from './known-user.ts';
import { readUserChanges } from './user-fields.ts';

export function changeUserRoute(app: FastifyInstance, context: AuthContext): void {
  app.put<OfUser>('/users/:id', async (request) => {
    const user = await knownUser(context, request.params.id);
    if (user.deleted_at !== null) throw new AuthError(404, 'user_not_found', 'User not found');
    const changes = readUserChanges(request.body);
    const { password } = changes;
    if (password !== undefined) checkPasswordRules(password, context.options);
    await transaction(context.platform.database.owner, async (tx) => {
      await applyChanges(tx, { request, user, changes });
      if (password !== undefined) {
        await setPassword(tx, { userId: user.id, password, endSessions: true });
      }
    });
    return presentUser(await knownUser(context, user.id));
  });
}
