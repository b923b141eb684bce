import type { FastifyRequest } from 'fastify';
import type { AuthContext } from '../context.ts';
import { countAttempt } from '../rate-limiting/count-attempt.ts';
import { networkOf } from '../rate-limiting/network-of.ts';

const MAX_FROM_ADDRESS = 10;
const MAX_OF_ACCOUNT = 50;

/**
 * Counts a guess of a second factor: at most ten per address in five minutes and fifty per account
 * in an hour. Only callers past the first step get here. Returns a function that takes the guess
 * back.
 */
export async function countGuess(
  { platform }: AuthContext,
  request: FastifyRequest,
  userId: string,
  code = 'over_request_rate_limit',
): Promise<() => Promise<void>> {
  const refusal = (seconds: number) => ({
    code,
    message: `Too many wrong codes. Try again in ${Math.ceil(seconds / 60)} minutes.`,
  });
  const pool = platform.database.owner;
  const counted = [
    await countAttempt(pool, {
      kind: 'second-factor',
      key: `${userId}\n${networkOf(request.ip)}`,
      max: MAX_FROM_ADDRESS,
      seconds: 300,
      refusal,
    }),
    await countAttempt(pool, {
      kind: 'second-factor-account',
      key: userId,
      max: MAX_OF_ACCOUNT,
      seconds: 3600,
      refusal,
    }),
  ];
  return async () => {
    await Promise.all(counted.map((attempt) => attempt.takeBack()));
  };
}
