import type pg from 'pg';
import { z } from 'zod';
import type { Factor } from '../accounts/users.ts';
import { UNVERIFIED_SECONDS } from '../accounts/users.ts';
import { AuthError } from '../auth-error.ts';
import type { Credential } from './webauthn.ts';

export type FactorRow = {
  id: string;
  user_id: string;
  friendly_name: string | null;
  factor_type: Factor['factor_type'];
  status: Factor['status'];
  secret: Buffer | null;
  phone: string | null;
  credential: Credential | null;
  last_step: string | null;
};

export const factorNotFound = () => new AuthError(404, 'mfa_factor_not_found', 'Factor not found');

/** Finds and locks a user's own unexpired factor. */
export async function takeFactor(
  tx: pg.PoolClient,
  userId: string,
  factorId: string,
): Promise<FactorRow> {
  if (!z.uuid().safeParse(factorId).success) throw factorNotFound();
  const { rows } = await tx.query<FactorRow>(
    `select id, user_id, friendly_name, factor_type, status, secret, phone, credential, last_step
       from auth.mfa_factors
      where id = $1 and user_id = $2 and factor_type <> 'recovery_code'
        and (status = 'verified' or created_at > now() - make_interval(secs => $3)) for update`,
    [factorId, userId, UNVERIFIED_SECONDS],
  );
  const factor = rows[0];
  if (!factor) throw factorNotFound();
  return factor;
}

export async function forgetUnverified(tx: pg.PoolClient, userId: string): Promise<void> {
  await tx.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified'
        and created_at <= now() - make_interval(secs => $2)`,
    [userId, UNVERIFIED_SECONDS],
  );
}
