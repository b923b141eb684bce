import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { transaction } from '../../database/database.ts';
import { recordEvent } from '../accounts/record-event.ts';
import { hasSecondFactor } from '../accounts/users.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import { countGuess } from '../factors/count-guess.ts';
import { factorNotFound } from '../factors/factor-store.ts';
import {
  findRecoveryCode,
  newRecoveryCodes,
  RECOVERY_CODES,
  storeRecoveryCodes,
} from '../factors/recovery-codes.ts';
import { removeFactor } from '../factors/remove-factor.ts';
import { type Current, currentUser, lockSession, requireFresh } from '../sessions/current.ts';
import { presentSession, raiseSession } from '../sessions/sessions.ts';

const TYPE = 'recovery_code';
const DEFAULT_NAME = 'Recovery codes';
const naming = z.object({ friendly_name: z.string().trim().min(1).max(100).optional() });
const answer = z.object({ code: z.string().max(100) });

type CodeSet = { id: string; friendly_name: string };

async function codeSet(client: pg.PoolClient | pg.Pool, userId: string): Promise<CodeSet | null> {
  const { rows } = await client.query<CodeSet>(
    'select id, friendly_name from auth.mfa_factors where user_id = $1 and factor_type = $2',
    [userId, TYPE],
  );
  return rows[0] ?? null;
}

function requireSecondStep(current: Current): void {
  if (current.aal === 'aal1') {
    const message = 'AAL2 session is required to manage recovery codes';
    throw new AuthError(403, 'insufficient_aal', message);
  }
  requireFresh(current);
}

/** Ten codes, each good once in place of a second factor, shown when they are made and never again. */
export function recoveryCodeRoutes(app: FastifyInstance, context: AuthContext): void {
  const { platform } = context;
  const pool = platform.database.owner;

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

  app.post('/factors/recovery-codes', async (request) => {
    const current = await currentUser(platform, request);
    requireSecondStep(current);
    const body = naming.safeParse(request.body ?? {});
    if (!body.success) throw validationFailed('Unable to parse the request');
    const { codes, hashes } = await newRecoveryCodes();
    const set = await transaction(pool, async (tx) => {
      await lockSession(tx, current);
      if (!hasSecondFactor(current.user)) {
        throw new AuthError(
          422,
          'mfa_recovery_codes_sole_factor',
          'Recovery codes need another verified factor',
        );
      }
      if (await codeSet(tx, current.user.id)) {
        throw new AuthError(
          422,
          'mfa_verified_factor_exists',
          'Recovery codes exist already; regenerate them instead',
        );
      }
      const name = body.data.friendly_name ?? DEFAULT_NAME;
      const { rows } = await tx.query<CodeSet>(
        `insert into auth.mfa_factors (user_id, friendly_name, factor_type, status)
         values ($1, $2, $3, 'verified') on conflict do nothing returning id, friendly_name`,
        [current.user.id, name, TYPE],
      );
      if (!rows[0]) {
        throw new AuthError(422, 'mfa_factor_name_conflict', 'A factor of this name exists');
      }
      await storeRecoveryCodes(tx, rows[0].id, hashes);
      await recordEvent(tx, request, { user: current.user, action: 'recovery_codes.made' });
      return rows[0];
    });
    return { ...set, type: TYPE, total: RECOVERY_CODES, codes };
  });

  app.post('/factors/recovery-codes/regenerate', async (request) => {
    const current = await currentUser(platform, request);
    requireSecondStep(current);
    const { codes, hashes } = await newRecoveryCodes();
    const set = await transaction(pool, async (tx) => {
      await lockSession(tx, current);
      const found = await codeSet(tx, current.user.id);
      if (found === null) throw factorNotFound();
      await storeRecoveryCodes(tx, found.id, hashes);
      await recordEvent(tx, request, { user: current.user, action: 'recovery_codes.made' });
      return found;
    });
    return { ...set, type: TYPE, total: RECOVERY_CODES, codes };
  });

  app.delete('/factors/recovery-codes', async (request) => {
    const current = await currentUser(platform, request);
    requireSecondStep(current);
    return transaction(pool, async (tx) => {
      await lockSession(tx, current);
      const found = await codeSet(tx, current.user.id);
      if (found === null) throw factorNotFound();
      await removeFactor(tx, current.user.id, found.id);
      await recordEvent(tx, request, { user: current.user, action: 'recovery_codes.removed' });
      return { id: found.id };
    });
  });

  app.post('/factors/recovery-codes/verify', async (request) => {
    const current = await currentUser(platform, request);
    const { user, claims } = current;
    const body = answer.safeParse(request.body);
    if (!body.success) throw validationFailed('A code is required');
    const takeBack = await countGuess(context, request, user.id, 'mfa_recovery_codes_locked');
    const set = await codeSet(pool, user.id);
    const code = set && (await findRecoveryCode(pool, set.id, body.data.code));
    const raised =
      set &&
      code &&
      (await transaction(pool, async (tx) => {
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
        return raiseSession(
          tx,
          { id: claims.session_id, userId: user.id },
          set.id,
          'mfa/recovery_code',
        );
      }));
    if (!raised) {
      await recordEvent(pool, request, {
        user,
        action: 'second_factor.failed',
        detail: { type: TYPE },
      });
      throw new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered');
    }
    await takeBack();
    return presentSession(context, user, raised);
  });
}
