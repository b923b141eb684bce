import type { FastifyInstance } from 'fastify';
import { transaction } from '../../../database/database.ts';
import { recordEvent } from '../../accounts/record-event.ts';
import type { AuthContext } from '../../context.ts';
import { factorNotFound } from '../../factors/factor-store.ts';
import { removeFactor } from '../../factors/remove-factor.ts';
import { queueMail } from '../../mails/mail-queue.ts';
import { knownUser, type OfUser } from './known-user.ts';

export function userFactorRoutes(app: FastifyInstance, context: AuthContext): void {
  app.get<OfUser>(
    '/users/:id/factors',
    async (request) => (await knownUser(context, request.params.id)).factors,
  );

  app.delete<{ Params: { id: string; factor: string } }>(
    '/users/:id/factors/:factor',
    async (request) => {
      const user = await knownUser(context, request.params.id);
      const factor = user.factors.find(({ id }) => id === request.params.factor);
      if (!factor) throw factorNotFound();
      await transaction(context.platform.database.owner, async (tx) => {
        await removeFactor(tx, user.id, factor.id);
        await queueMail(tx, 'factor_removed', user.email);
        await recordEvent(tx, request, {
          user,
          action: 'factor.removed_by_service',
          detail: { factor: factor.id, type: factor.factor_type },
        });
      });
      return { id: factor.id };
    },
  );
}
