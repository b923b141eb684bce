import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { AuthError } from '../auth-error.ts';
import { tokenHash } from '../mails/token-hash.ts';
import { countAttempt } from '../rate-limiting/count-attempt.ts';

const CODE_SECONDS = 600;
const MAX_GUESSES = 5;

const hashOf = (userId: string, code: string) => tokenHash(`reauthentication ${userId} ${code}`);

/** Creates a six-digit code, valid once for ten minutes; earlier codes end. */
export async function makeReauthenticationCode(tx: pg.PoolClient, userId: string): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await tx.query(
    "delete from auth.one_time_tokens where user_id = $1 and kind = 'reauthentication'",
    [userId],
  );
  await tx.query(
    `insert into auth.one_time_tokens (token_hash, user_id, kind, expires_at)
     values ($1, $2, 'reauthentication', now() + make_interval(secs => $3))`,
    [hashOf(userId, code), userId, CODE_SECONDS],
  );
  return code;
}

/**
 * Spends a code. Guesses are counted outside the transaction, so that failed ones count too.
 *
 * @throws AuthError 422 for an invalid, used or expired code, 429 after five guesses
 */
export async function spendReauthenticationCode(
  pool: pg.Pool,
  tx: pg.PoolClient,
  { userId, code }: { userId: string; code: string },
): Promise<void> {
  const attempt = await countAttempt(pool, {
    kind: 'reauthentication-code',
    key: userId,
    max: MAX_GUESSES,
    seconds: CODE_SECONDS,
    refusal: () => ({
      code: 'over_request_rate_limit',
      message: 'Too many wrong codes. Try again in a few minutes.',
    }),
  });
  const { rowCount } = await tx.query(
    "delete from auth.one_time_tokens where token_hash = $1 and kind = 'reauthentication' and expires_at > now()",
    [hashOf(userId, code)],
  );
  if (rowCount !== 1) {
    throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  }
  await attempt.takeBack();
}
