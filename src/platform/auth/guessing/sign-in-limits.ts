import type pg from 'pg';
import { networkOf } from './network-of.ts';
import { countAttempt } from './throttle.ts';

const WINDOW_SECONDS = 300;
const LIMITS = {
  'sign-in': 10,
  /** Guessing many accounts from one address is slowed down as well. */
  'sign-in-address': 100,
};

/** Counts a password about to be tried; gives how to take that back where it is the right one. */
export async function countPassword(
  pool: pg.Pool,
  email: string,
  address: string,
): Promise<() => Promise<void>> {
  const count = (kind: keyof typeof LIMITS, key: string) =>
    countAttempt(pool, {
      kind,
      key,
      most: LIMITS[kind],
      seconds: WINDOW_SECONDS,
      refusal: (seconds) => ({
        code: 'over_request_rate_limit',
        message: `Too many failed sign-ins. Try again in ${Math.ceil(seconds / 60)} minutes.`,
      }),
    });
  const network = networkOf(address);
  const takeBack = [
    await count('sign-in', `${email}\n${network}`),
    await count('sign-in-address', network),
  ];
  return async () => {
    await Promise.all(takeBack.map((undo) => undo()));
  };
}
