import type pg from 'pg';
import { AppError } from '../../shared/errors.ts';
import { countAttempt } from '../auth/rate-limiting/count-attempt.ts';
import { networkOf } from '../auth/rate-limiting/network-of.ts';
import { TokenError } from './token-error.ts';

const MAX_WRONG = 30;
const WINDOW_SECONDS = 300;
const MAX_REMEMBERED = 10_000;
const LOAD_MS = 60_000;

export type KeyGuessLimit = {
  /** Rejects keys from a blocked network, except keys that were valid here before. */
  admit: (address: string, hash: Buffer) => void;
  watch: <Result>(address: string, hash: Buffer, work: () => Promise<Result>) => Promise<Result>;
};

const refusal = (seconds: number) =>
  new AppError('rate_limited', 'Too many wrong API keys from this address. Try again later.', {
    retryAfter: seconds,
  });

/** Limits each network to thirty wrong keys in five minutes, over all hosts. */
export function createKeyGuessLimit(pool: pg.Pool, now: () => number = Date.now): KeyGuessLimit {
  const blockedUntil = new Map<string, number>();
  const good = new Set<string>();
  const remember = (hash: string) => {
    good.delete(hash);
    good.add(hash);
    if (good.size > MAX_REMEMBERED) good.delete(good.values().next().value as string);
  };

  let loadedAt = Number.NEGATIVE_INFINITY;
  /** Remembers keys in use before a restart or by another host, at most once a minute. */
  const loadGood = async () => {
    if (now() - loadedAt < LOAD_MS) return;
    loadedAt = now();
    const { rows } = await pool.query<{ hash: string }>(
      `select encode(key_hash, 'hex') as hash from public.api_keys
        where last_used_at is not null and revoked_at is null
          and (expires_at is null or expires_at > now())
        order by last_used_at desc limit $1`,
      [MAX_REMEMBERED],
    );
    // The most recent last, as it is forgotten last.
    for (const { hash } of rows.toReversed()) remember(hash);
  };

  const countWrong = async (network: string) => {
    const { before } = await countAttempt(pool, {
      kind: 'api-key',
      key: network,
      max: MAX_WRONG,
      seconds: WINDOW_SECONDS,
    });
    if (before < MAX_WRONG) return;
    await loadGood();
    blockedUntil.set(network, now() + WINDOW_SECONDS * 1000);
    if (blockedUntil.size > MAX_REMEMBERED) {
      blockedUntil.delete(blockedUntil.keys().next().value as string);
    }
    throw refusal(WINDOW_SECONDS);
  };

  return {
    admit: (address, hash) => {
      const seconds = Math.ceil(((blockedUntil.get(networkOf(address)) ?? 0) - now()) / 1000);
      if (seconds > 0 && !good.has(hash.toString('hex'))) throw refusal(seconds);
    },
    watch: async (address, hash, work) => {
      try {
        const result = await work();
        remember(hash.toString('hex'));
        return result;
      } catch (error) {
        if (error instanceof TokenError) {
          good.delete(hash.toString('hex'));
          await countWrong(networkOf(address));
        }
        throw error;
      }
    },
  };
}
