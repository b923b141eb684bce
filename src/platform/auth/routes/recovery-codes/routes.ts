import type { FastifyInstance } from 'fastify';
import { transaction } from '../../../database/database.ts';
import { recordEvent } from '../../accounts/record-event.ts';
import type { AuthContext } from '../../context.ts';
import { factorNotFound } from '../../factors/factor-store.ts';
import { removeFactor } from '../../factors/remove-factor.ts';
import { currentUser, lockSession } from '../../sessions/current.ts';
import { codeSet, requireSecondStep, TYPE } from './code-set.ts';
import { makeCodesRoutes } from './make-codes.ts';
import { verifyCodeRoute } from './verify-code.ts';

/** Routes of recovery codes: ten, each valid once as a second factor, shown only when created. */
export function recoveryCodeRoutes(app: FastifyInstance, context: AuthContext): void {
  const { platform } = context;
  const pool = platform.database.owner;
  makeCodesRoutes(app, context);
  verifyCodeRoute(app, context);

  app.get('/factors/recovery-codes', async (request) => {
    const { user } = await currentUser(platform, request);
    const set = await codeSet(pool, user.id);
    if (set === null) throw factorNotFound();
    const { rows } = await pool.query<{ total: number; remaining: number }>(
      `select count(*)::int as total, count(*) filter (where used_at is null)::int as remaining
         from auth.recovery_codes where factor_id = $1`,
      [set.id],
    );
    return { id: set.id, type: TYPE, ...rows[0] };
  });

  app.delete('/factors/recovery-codes', async (request) => {
    const current = await currentUser(platform, request);
    requireSecondStep(current);
    return transaction(pool, async (tx) => {
      await lockSession(tx, current);
      const existing = await codeSet(tx, current.user.id);
      if (existing === null) throw factorNotFound();
      await removeFactor(tx, current.user.id, existing.id);
      await recordEvent(tx, request, { user: current.user, action: 'recovery_codes.removed' });
      return { id: existing.id };
    });
  });
}
