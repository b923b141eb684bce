import type pg from 'pg';
import { AuthError } from '../../auth-error.ts';
import { RECOVERY_CODES } from '../../factors/recovery-codes.ts';
import { type Current, requireFresh } from '../../sessions/current.ts';

export const TYPE = 'recovery_code';

export type CodeSet = { id: string; friendly_name: string };

export async function codeSet(
  client: pg.PoolClient | pg.Pool,
  userId: string,
): Promise<CodeSet | null> {
  const { rows } = await client.query<CodeSet>(
    'select id, friendly_name from auth.mfa_factors where user_id = $1 and factor_type = $2',
    [userId, TYPE],
  );
  return rows[0] ?? null;
}

export function requireSecondStep(current: Current): void {
  if (current.aal === 'aal1') {
    const message = 'AAL2 session is required to manage recovery codes';
    throw new AuthError(403, 'insufficient_aal', message);
  }
  requireFresh(current);
}

export const presentCodes = (set: CodeSet, codes: string[]) => ({
  ...set,
  type: TYPE,
  total: RECOVERY_CODES,
  codes,
});
