import type { FastifyInstance } from 'fastify';
import { validationFailed } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import { currentUser } from '../current.ts';

const WHICH: Record<string, string> = {
  global: 'true',
  local: 'id = $2',
  others: 'id <> $2',
};

export function logoutRoute(app: FastifyInstance, { platform }: AuthContext): void {
  app.post<{ Querystring: { scope?: string } }>('/logout', async (request, reply) => {
    const scope = request.query.scope ?? 'global';
    const which = WHICH[scope];
    if (which === undefined) throw validationFailed(`Unsupported logout scope "${scope}"`);
    const { claims } = await currentUser(platform, request);
    await platform.database.owner.query(
      `delete from auth.sessions where user_id = $1 and ($2::uuid is not null) and ${which}`,
      [claims.sub, claims.session_id],
    );
    return reply.code(204).send();
  });
}
