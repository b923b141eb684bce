import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { AuthContext } from '../context.ts';
import { respondToAttack } from './attack-response.ts';
import { type Attempt, type Counted, countAttempt } from './count-attempt.ts';
import { isKnownNetwork, rememberNetwork } from './known-networks.ts';
import { networkOf } from './network-of.ts';

const WINDOW_SECONDS = 300;
const MAX_FAILURES = 10;
/** Number of attempts beyond which the delay stops growing. */
const ACCOUNT_COUNTED = 200;
const ACCOUNT_SECONDS = 3600;
/** Limit of unknown accounts per network; known accounts still pass. */
const MAX_OF_NETWORK = 1000;

const refusal = (seconds: number) => ({
  code: 'over_request_rate_limit',
  message: `Too many failed sign-ins. Try again in ${inWords(seconds)}.`,
});

const inWords = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
};

export type PasswordAttempt = {
  succeed: (reply: FastifyReply, userId: string) => Promise<void>;
};

/**
 * Admits a password attempt, at once or after a delay, or refuses it. The limit is ten failures of
 * an account in five minutes from one device, or from one network without a device cookie. Attempts
 * from elsewhere add a delay and lower the limit of networks unknown to the account.
 *
 * @throws AuthError 429 at a limit
 */
export async function admitPassword(
  context: AuthContext,
  request: FastifyRequest,
  email: string,
): Promise<PasswordAttempt> {
  const pool = context.platform.database.owner;
  const network = networkOf(request.ip);
  const counted = await countPassword(context, request, { email, network });
  return {
    succeed: async (reply, userId) => {
      await takeBack(counted);
      await rememberNetwork(pool, userId, network);
      context.devices.give(reply, email);
    },
  };
}

async function countPassword(
  { platform, devices }: AuthContext,
  request: FastifyRequest,
  { email, network }: { email: string; network: string },
): Promise<Counted[]> {
  const pool = platform.database.owner;
  const own = { max: MAX_FAILURES, seconds: WINDOW_SECONDS, refusal };
  const device = devices.read(request, email);
  if (device !== null) {
    return [await countAttempt(pool, { kind: 'sign-in-device', key: device, ...own })];
  }
  const fromHere = { kind: 'sign-in', key: `${email}\n${network}` };
  if (await isKnownNetwork(pool, email, network)) {
    return [await countAttempt(pool, { ...fromHere, ...own })];
  }
  return countStranger(pool, { email, network, fromHere });
}

async function countStranger(
  pool: pg.Pool,
  {
    email,
    network,
    fromHere,
  }: { email: string; network: string; fromHere: Pick<Attempt, 'kind' | 'key'> },
): Promise<Counted[]> {
  const counted: Counted[] = [];
  const count = async (attempt: Attempt): Promise<number> => {
    const result = await countAttempt(pool, attempt);
    counted.push(result);
    return result.before;
  };
  try {
    const ofNetwork = await count({
      kind: 'sign-in-network',
      key: network,
      max: MAX_OF_NETWORK,
      seconds: WINDOW_SECONDS,
      refusal,
    });
    const ofAccount = await count({
      kind: 'sign-in-account',
      key: email,
      max: ACCOUNT_COUNTED,
      seconds: ACCOUNT_SECONDS,
    });
    const { delaySeconds, max, withinSeconds } = respondToAttack({ ofAccount, ofNetwork });
    await count({ ...fromHere, max, seconds: withinSeconds, refusal });
    if (delaySeconds > 0) await sleep(delaySeconds * 1000);
    return counted;
  } catch (error) {
    // Refused attempts do not count.
    await takeBack(counted);
    throw error;
  }
}

async function takeBack(counted: Counted[]): Promise<void> {
  await Promise.all(counted.map((attempt) => attempt.takeBack()));
}
