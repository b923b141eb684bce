import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { transaction } from '../../database/database.ts';
import { recordEvent } from '../accounts/record-event.ts';
import { AuthError } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import { startFlow } from '../oauth/flow.ts';
import { nameProviders } from '../oauth/identities.ts';
import { fullUser, lockSession, requireFresh } from '../sessions/current.ts';

export function identityRoutes(app: FastifyInstance, context: AuthContext): void {
  const { platform } = context;

  app.get<{ Querystring: Record<string, string | undefined> }>(
    '/user/identities/authorize',
    async (request, reply) => {
      const current = await fullUser(platform, request);
      requireFresh(current);
      const provider = await context.provider(request.query.provider);
      const url = await startFlow(context, {
        request,
        reply,
        provider,
        linkingSession: current.claims.session_id,
      });
      if (request.query.skip_http_redirect === 'true') return { url };
      return reply.code(302).header('location', url).send();
    },
  );

  app.delete<{ Params: { id: string } }>('/user/identities/:id', async (request) => {
    const current = await fullUser(platform, request);
    requireFresh(current);
    const { user } = current;
    const { id } = request.params;
    if (!z.uuid().safeParse(id).success) {
      throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID');
    }
    await transaction(platform.database.owner, async (tx) => {
      await lockSession(tx, current);
      const { rows } = await tx.query<{ id: string; provider: string }>(
        'select id, provider from auth.identities where user_id = $1',
        [user.id],
      );
      if (rows.length <= 1) {
        throw new AuthError(
          422,
          'single_identity_not_deletable',
          'User must have at least 1 identity after unlinking',
        );
      }
      const identity = rows.find((row) => row.id === id);
      if (!identity) throw new AuthError(422, 'identity_not_found', "Identity doesn't exist");
      if (identity.provider === 'email') {
        throw new AuthError(
          422,
          'email_conflict_identity_not_deletable',
          'The e-mail identity of an account cannot be unlinked',
        );
      }
      await tx.query('delete from auth.identities where id = $1', [id]);
      await nameProviders(tx, user.id);
      await recordEvent(tx, request, {
        user,
        action: 'identity.unlinked',
        detail: { provider: identity.provider },
      });
    });
    return {};
  });
}
