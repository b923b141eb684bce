import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { transaction } from '../../../database/database.ts';
import { recordEvent } from '../../accounts/record-event.ts';
import { hasSecondFactor } from '../../accounts/users.ts';
import { AuthError, validationFailed } from '../../auth-error.ts';
import type { AuthContext } from '../../context.ts';
import { factorNotFound } from '../../factors/factor-store.ts';
import { newRecoveryCodes, storeRecoveryCodes } from '../../factors/recovery-codes.ts';
import { type Current, currentUser, lockSession } from '../../sessions/current.ts';
import { type CodeSet, codeSet, presentCodes, requireSecondStep, TYPE } from './code-set.ts';

const DEFAULT_NAME = 'Recovery codes';
const naming = z.object({ friendly_name: z.string().trim().min(1).max(100).optional() });

const soleFactor = () =>
  new AuthError(
    422,
    'mfa_recovery_codes_sole_factor',
    'Recovery codes require another verified factor',
  );
const codesExist = () =>
  new AuthError(
    422,
    'mfa_verified_factor_exists',
    'Recovery codes already exist; regenerate them instead',
  );

export function makeCodesRoutes(app: FastifyInstance, { platform }: AuthContext): void {
  const pool = platform.database.owner;

  app.post('/factors/recovery-codes', async (request) => {
    const current = await currentUser(platform, request);
    requireSecondStep(current);
    const body = naming.safeParse(request.body ?? {});
    if (!body.success) throw validationFailed('Unable to parse the request');
    const { codes, hashes } = await newRecoveryCodes();
    const set = await transaction(pool, async (tx) => {
      await lockSession(tx, current);
      const created = await enterSet(tx, current, body.data.friendly_name ?? DEFAULT_NAME);
      await storeRecoveryCodes(tx, created.id, hashes);
      await recordEvent(tx, request, { user: current.user, action: 'recovery_codes.made' });
      return created;
    });
    return presentCodes(set, codes);
  });

  app.post('/factors/recovery-codes/regenerate', async (request) => {
    const current = await currentUser(platform, request);
    requireSecondStep(current);
    const { codes, hashes } = await newRecoveryCodes();
    const set = await transaction(pool, async (tx) => {
      await lockSession(tx, current);
      const existing = await codeSet(tx, current.user.id);
      if (existing === null) throw factorNotFound();
      await storeRecoveryCodes(tx, existing.id, hashes);
      await recordEvent(tx, request, { user: current.user, action: 'recovery_codes.made' });
      return existing;
    });
    return presentCodes(set, codes);
  });
}

async function enterSet(tx: pg.PoolClient, { user }: Current, name: string): Promise<CodeSet> {
  if (!hasSecondFactor(user)) throw soleFactor();
  if (await codeSet(tx, user.id)) throw codesExist();
  const { rows } = await tx.query<CodeSet>(
    `insert into auth.mfa_factors (user_id, friendly_name, factor_type, status)
     values ($1, $2, $3, 'verified') on conflict do nothing returning id, friendly_name`,
    [user.id, name, TYPE],
  );
  if (rows[0]) return rows[0];
  throw new AuthError(422, 'mfa_factor_name_conflict', 'A factor with this name already exists');
}
