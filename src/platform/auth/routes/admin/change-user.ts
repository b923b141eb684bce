import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { transaction } from '../../../database/database.ts';
import { setPassword } from '../../accounts/accounts.ts';
import { checkPasswordRules } from '../../accounts/passwords.ts';
import { presentUser } from '../../accounts/users.ts';
import { validationFailed } from '../../auth-error.ts';
import type { AuthContext } from '../../context.ts';
import { knownUser, type OfUser } from './known-user.ts';

const change = z.object({
  password: z.string().optional(),
  ban_duration: z.string().optional(),
  user_metadata: z.record(z.string(), z.unknown()).optional(),
});

export function changeUserRoute(app: FastifyInstance, context: AuthContext): void {
  app.put<OfUser>('/users/:id', async (request) => {
    const user = await knownUser(context, request.params.id);
    const body = change.safeParse(request.body);
    if (!body.success) throw validationFailed('Unable to parse the request');
    const { password, ban_duration: ban, user_metadata: metadata } = body.data;
    await transaction(context.platform.database.owner, async (tx) => {
      if (password !== undefined) {
        checkPasswordRules(password, context.options);
        await setPassword(tx, { userId: user.id, password, endSessions: true });
      }
      if (ban !== undefined) {
        await tx.query('update public.profiles set status = $2 where id = $1', [
          user.id,
          ban === 'none' ? 'active' : 'disabled',
        ]);
      }
      if (metadata !== undefined) {
        await tx.query('update auth.users set raw_user_meta_data = $2 where id = $1', [
          user.id,
          JSON.stringify({ ...user.raw_user_meta_data, ...metadata }),
        ]);
      }
    });
    return presentUser(await knownUser(context, user.id));
  });
}
