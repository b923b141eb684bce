import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { transaction } from '../../database/database.ts';
import { setPassword } from '../accounts/accounts.ts';
import { checkPasswordRules, verifyPassword } from '../accounts/passwords.ts';
import { spendReauthenticationCode } from '../accounts/reauthentication-code.ts';
import { recordEvent } from '../accounts/record-event.ts';
import { findUser, presentUser } from '../accounts/users.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import type { AuthOptions } from '../options.ts';
import { countAttempt } from '../rate-limiting/count-attempt.ts';
import {
  type Current,
  currentUser,
  fullUser,
  lockSession,
  requireFresh,
} from '../sessions/current.ts';

const MAX_METADATA = 20_000;
const changes = z.object({
  password: z.string().optional(),
  current_password: z.string().optional(),
  nonce: z.string().max(64).optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
});

const withoutSecondFactor = () =>
  new AuthError(
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  );

export function userRoutes(app: FastifyInstance, { platform, options }: AuthContext): void {
  app.get('/user', async (request) => presentUser((await currentUser(platform, request)).user));

  app.put('/user', async (request) => {
    const current = await fullUser(platform, request, withoutSecondFactor);
    const { user } = current;
    const body = changes.safeParse(request.body);
    if (!body.success) throw validationFailed('Unable to parse the request');
    const { data, email, phone } = body.data;
    if ((email !== undefined && email !== user.email) || phone !== undefined) {
      throw validationFailed('Only an administrator can change e-mail and phone');
    }
    if (body.data.password !== undefined) {
      // The answers reveal if a guess is the current password.
      await countAttempt(platform.database.owner, {
        kind: 'password-change',
        key: user.id,
        max: 30,
        seconds: 300,
        refusal: () => ({
          code: 'over_request_rate_limit',
          message: 'Too many password changes. Try again in a few minutes.',
        }),
      });
    }
    await transaction(platform.database.owner, async (tx) => {
      await lockSession(tx, current);
      await changePassword(tx, {
        pool: platform.database.owner,
        options,
        request,
        current,
        wanted: body.data,
      });
      if (data !== undefined) {
        const merged = { ...user.raw_user_meta_data, ...data };
        if (JSON.stringify(merged).length > MAX_METADATA)
          throw validationFailed('Too much metadata');
        await tx.query(
          'update auth.users set raw_user_meta_data = $2, updated_at = now() where id = $1',
          [user.id, JSON.stringify(merged)],
        );
      }
    });
    const after = await findUser(platform.database.owner, { id: user.id });
    return presentUser(after ?? user);
  });
}

async function changePassword(
  tx: pg.PoolClient,
  {
    pool,
    options,
    request,
    current,
    wanted,
  }: {
    pool: pg.Pool;
    options: AuthOptions;
    request: FastifyRequest;
    current: Current;
    wanted: Pick<z.output<typeof changes>, 'password' | 'current_password' | 'nonce'>;
  },
): Promise<void> {
  const { password, current_password: present, nonce } = wanted;
  if (password === undefined) return;
  const { user, claims } = current;
  checkPasswordRules(password, options);
  if (nonce) await spendReauthenticationCode(pool, tx, { userId: user.id, code: nonce });
  else if (present === undefined) requireFresh(current);
  else if (!(await verifyPassword(user.encrypted_password, present))) {
    throw new AuthError(400, 'current_password_invalid', 'Current password is incorrect');
  }
  if (await verifyPassword(user.encrypted_password, password)) {
    throw new AuthError(
      422,
      'same_password',
      'New password should be different from the old password.',
    );
  }
  await setPassword(tx, {
    userId: user.id,
    password,
    endSessions: true,
    keepSession: claims.session_id,
  });
  await recordEvent(tx, request, { user, action: 'password.changed' });
}
