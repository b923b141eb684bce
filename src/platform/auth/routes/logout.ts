import type { FastifyInstance } from 'fastify';
import { recordEvent } from '../accounts/record-event.ts';
import { hasSecondFactor } from '../accounts/users.ts';
import { validationFailed } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import { currentUser } from '../sessions/current.ts';

const WHICH: Record<string, string> = {
  global: 'true',
  local: 'id = $2',
  others: 'id <> $2',
};

export function logoutRoute(app: FastifyInstance, { platform }: AuthContext): void {
  app.post<{ Querystring: { scope?: string } }>('/logout', async (request, reply) => {
    const { claims, user, aal } = await currentUser(platform, request);
    const scope = request.query.scope ?? 'global';
    const which = Object.hasOwn(WHICH, scope) ? WHICH[scope] : undefined;
    if (which === undefined) throw validationFailed(`Unsupported logout scope "${scope}"`);
    // A session without the second factor does not end sessions that have it.
    const full = aal === 'aal2' || !hasSecondFactor(user);
    await platform.database.owner.query(
      `delete from auth.sessions
        where user_id = $1 and ($2::uuid is not null) and ($3 or aal = 'aal1') and ${which}`,
      [claims.sub, claims.session_id, full],
    );
    await recordEvent(platform.database.owner, request, {
      user,
      action: 'sign_out',
      detail: { scope },
    });
    return reply.code(204).send();
  });
}
