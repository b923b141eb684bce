import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { transaction } from '../../database/database.ts';
import { requestReauthentication } from '../accounts/accounts.ts';
import { verifyPassword } from '../accounts/passwords.ts';
import { recordEvent } from '../accounts/record-event.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import { admitPassword } from '../rate-limiting/admit-password.ts';
import { currentUser, lockSession } from '../sessions/current.ts';
import { presentSession, SESSION_COLUMNS, type Session, seconds } from '../sessions/sessions.ts';

const confirmation = z.object({ password: z.string().min(1).max(1024) });

/**
 * GET mails a code, which `updateUser` takes as `nonce`. POST takes the password again: the session
 * gets new tokens and counts as freshly signed in.
 */
export function reauthenticateRoute(app: FastifyInstance, context: AuthContext): void {
  const { platform } = context;
  const pool = platform.database.owner;

  app.get('/reauthenticate', async (request) => {
    const { user } = await currentUser(platform, request);
    await requestReauthentication(platform, context.options, user.email);
    return {};
  });

  app.post('/reauthenticate', async (request, reply) => {
    const current = await currentUser(platform, request);
    const { user, claims } = current;
    const body = confirmation.safeParse(request.body);
    if (!body.success) throw validationFailed('A password is required');
    const attempt = await admitPassword(context, request, user.email.toLowerCase());
    if (!(await verifyPassword(user.encrypted_password, body.data.password))) {
      await recordEvent(pool, request, { user, action: 'reauthentication.failed' });
      throw new AuthError(400, 'current_password_invalid', 'Current password is incorrect');
    }
    await attempt.succeed(reply, user.id);
    const session = await transaction(pool, async (tx) => {
      await lockSession(tx, current);
      await recordEvent(tx, request, { user, action: 'reauthentication.succeeded' });
      const { rows } = await tx.query<Session>(
        `update auth.sessions s
            set refresh_counter = refresh_counter + 1, refreshed_at = now(), updated_at = now(),
                amr = jsonb_build_array(jsonb_build_object('method', 'password', 'timestamp', $2::bigint))
                      || coalesce((select jsonb_agg(entry) from jsonb_array_elements(s.amr) entry
                                    where entry ->> 'method' <> 'password'), '[]')
           from auth.users u
          where s.id = $1 and u.id = s.user_id and u.encrypted_password = $3
          returning ${SESSION_COLUMNS.split(', ')
            .map((column) => `s.${column}`)
            .join(', ')}`,
        [claims.session_id, seconds(), user.encrypted_password],
      );
      const row = rows[0];
      if (row) return row;
      // The password was replaced during the check.
      throw new AuthError(400, 'current_password_invalid', 'Current password is incorrect');
    });
    return presentSession(context, user, session);
  });
}
