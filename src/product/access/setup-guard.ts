import type pg from 'pg';
import { AuthError } from '../../platform/auth/auth-error.ts';
import { countAttempt } from '../../platform/auth/rate-limiting/count-attempt.ts';
import { networkOf } from '../../platform/auth/rate-limiting/network-of.ts';
import { AppError } from '../../shared/errors.ts';

const LIMIT = { kind: 'setup-token', max: 10, seconds: 300 } as const;
const MESSAGE = 'Too many wrong setup tokens. Try again in five minutes.';

/** Limits setup token guesses: ten wrong ones block a network for five minutes, on all hosts. */
export const createSetupGuard =
  (pool: pg.Pool) =>
  async (address: string, right: boolean): Promise<void> => {
    const attempt = await countAttempt(pool, {
      ...LIMIT,
      key: networkOf(address),
      refusal: () => ({ code: 'over_request_rate_limit', message: MESSAGE }),
    }).catch((error: unknown) => {
      if (!(error instanceof AuthError)) throw error;
      throw new AppError('rate_limited', MESSAGE, {
        ...(error.retryAfter !== undefined && { retryAfter: error.retryAfter }),
      });
    });
    if (!right) throw new AppError('unauthenticated', 'Invalid setup token');
    await attempt.takeBack();
  };
