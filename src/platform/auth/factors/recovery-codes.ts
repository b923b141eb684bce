import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { hashPassword, verifyPassword } from '../accounts/passwords.ts';

export const RECOVERY_CODES = 10;
const LENGTH = 16;
/** Alphabet without letters and digits that look alike. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

export async function newRecoveryCodes(): Promise<{ codes: string[]; hashes: string[] }> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  );
  return { codes, hashes: await Promise.all(codes.map(hashPassword)) };
}

/** Normalizes a typed code: case, blanks and hyphens do not count. */
const canonicalCode = (typed: string): string => typed.toLowerCase().replace(/[\s-]/g, '');

/** Finds the row of the unused code that was typed; tries all, so that timing reveals nothing. */
export async function findRecoveryCode(
  pool: pg.Pool,
  factorId: string,
  typed: string,
): Promise<string | null> {
  const { rows } = await pool.query<{ id: string; code_hash: string }>(
    'select id, code_hash from auth.recovery_codes where factor_id = $1 and used_at is null',
    [factorId],
  );
  const code = canonicalCode(typed);
  const right = await Promise.all(rows.map((row) => verifyPassword(row.code_hash, code)));
  return rows.find((_, index) => right[index])?.id ?? null;
}

export async function storeRecoveryCodes(
  tx: pg.PoolClient,
  factorId: string,
  hashes: string[],
): Promise<void> {
  await tx.query('delete from auth.recovery_codes where factor_id = $1', [factorId]);
  await tx.query(
    'insert into auth.recovery_codes (factor_id, code_hash) select $1, unnest($2::text[])',
    [factorId, hashes],
  );
}
