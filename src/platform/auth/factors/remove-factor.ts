import type pg from 'pg';

/**
 * Removes a factor. Sessions that had verified it fall back to aal1; removing the last factor also
 * removes the recovery codes and lowers every session.
 */
export async function removeFactor(
  tx: pg.PoolClient,
  userId: string,
  factorId: string,
): Promise<void> {
  const { rowCount: left } = await tx.query(
    `select from auth.mfa_factors where user_id = $1 and id <> $2 and status = 'verified'
        and factor_type <> 'recovery_code'`,
    [userId, factorId],
  );
  await tx.query(
    `update auth.sessions s
        set aal = 'aal1', factor_id = null, updated_at = now(),
            amr = coalesce((select jsonb_agg(entry) from jsonb_array_elements(s.amr) entry
                             where entry ->> 'method' in ('password', 'oauth', 'recovery')), '[]')
      where s.user_id = $1 and (s.factor_id = $2 or $3)`,
    [userId, factorId, left === 0],
  );
  await tx.query(
    `delete from auth.mfa_factors
      where user_id = $1 and (id = $2 or (factor_type = 'recovery_code' and $3))`,
    [userId, factorId, left === 0],
  );
}
