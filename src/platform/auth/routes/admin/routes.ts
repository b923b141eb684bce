import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { transaction } from '../../../database/database.ts';
import { deleteSoftly } from '../../accounts/delete-softly.ts';
import { presentUser } from '../../accounts/users.ts';
import { validationFailed } from '../../auth-error.ts';
import type { AuthContext } from '../../context.ts';
import { requireService } from '../../sessions/current.ts';
import { changeUserRoute } from './change-user.ts';
import { createUserRoute } from './create-user.ts';
import { knownUser, type OfUser } from './known-user.ts';
import { listUsersRoute } from './list-users.ts';
import { userFactorRoutes } from './user-factors.ts';

const deletion = z.strictObject({ should_soft_delete: z.boolean().optional() });

export function adminRoutes(app: FastifyInstance, context: AuthContext): void {
  app.addHook('onRequest', async (request) => requireService(request));
  listUsersRoute(app, context);
  createUserRoute(app, context);
  changeUserRoute(app, context);
  userFactorRoutes(app, context);

  app.get<OfUser>('/users/:id', async (request) =>
    presentUser(await knownUser(context, request.params.id)),
  );

  app.delete<OfUser>('/users/:id', async (request) => {
    const pool = context.platform.database.owner;
    const user = await knownUser(context, request.params.id);
    const body = deletion.safeParse(request.body ?? {});
    if (!body.success) throw validationFailed('should_soft_delete must be true or false');
    await transaction(pool, async (tx) => {
      if (body.data.should_soft_delete) return deleteSoftly(tx, user);
      await tx.query('delete from public.profiles where id = $1', [user.id]);
      await tx.query('delete from auth.users where id = $1', [user.id]);
    });
    return {};
  });
}
