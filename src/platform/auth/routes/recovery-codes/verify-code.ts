import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { transaction } from '../../../database/database.ts';
import { recordEvent } from '../../accounts/record-event.ts';
import { AuthError, validationFailed } from '../../auth-error.ts';
import type { AuthContext } from '../../context.ts';
import { countGuess } from '../../factors/count-guess.ts';
import { findRecoveryCode } from '../../factors/recovery-codes.ts';
import { type Current, currentUser, lockSession } from '../../sessions/current.ts';
import { presentSession, raiseSession, type Session } from '../../sessions/sessions.ts';
import { codeSet, TYPE } from './code-set.ts';

const answer = z.object({ code: z.string().max(100) });

export function verifyCodeRoute(app: FastifyInstance, context: AuthContext): void {
  const { platform } = context;
  app.post('/factors/recovery-codes/verify', async (request) => {
    const current = await currentUser(platform, request);
    const { user } = current;
    const body = answer.safeParse(request.body);
    if (!body.success) throw validationFailed('A code is required');
    const takeBack = await countGuess(context, request, user.id, 'mfa_recovery_codes_locked');
    const session = await redeemCode(context, request, current, body.data.code);
    if (session === null) {
      await recordEvent(platform.database.owner, request, {
        user,
        action: 'second_factor.failed',
        detail: { type: TYPE },
      });
      throw new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered');
    }
    await takeBack();
    return presentSession(context, user, session);
  });
}

async function redeemCode(
  { platform }: AuthContext,
  request: FastifyRequest,
  current: Current,
  text: string,
): Promise<Session | null> {
  const { user, claims } = current;
  const pool = platform.database.owner;
  const set = await codeSet(pool, user.id);
  const code = set && (await findRecoveryCode(pool, set.id, text));
  if (!set || !code) return null;
  return transaction(pool, async (tx) => {
    await lockSession(tx, current);
    const { rowCount } = await tx.query(
      'update auth.recovery_codes set used_at = now() where id = $1 and used_at is null',
      [code],
    );
    if (rowCount === 0) return null;
    await recordEvent(tx, request, {
      user,
      action: 'second_factor.passed',
      detail: { type: TYPE },
    });
    const raised = { id: claims.session_id, userId: user.id };
    return raiseSession(tx, { session: raised, factorId: set.id, method: 'mfa/recovery_code' });
  });
}
