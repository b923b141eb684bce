import { createHash } from 'node:crypto';
import type pg from 'pg';
import { AppError } from '../../shared/errors.ts';
import type { KeyClaims } from './caller.ts';
import { createKeyGuessLimit } from './key-guess-limit.ts';
import { createKeyLimit } from './key-limit.ts';
import { TokenError } from './token-error.ts';

export const keyHash = (key: string): Buffer => createHash('sha256').update(key).digest();

/** Counts a use of an API key and returns its claims; throws if it is unknown or used too often. */
export type KeyAdmission = (key: string, address: string) => Promise<KeyClaims>;

type Admitted = { claims: KeyClaims; rate: number };

const MAX_REMEMBERED = 10_000;

export function createKeyAdmission(owner: pg.Pool, now?: () => number): KeyAdmission {
  const limit = createKeyLimit(now);
  const guesses = createKeyGuessLimit(owner, now);
  /** Rates by hash, so that requests above the rate cost no statement. */
  const rates = new Map<string, number>();
  const refuseAbove = (id: string, rate: number) => {
    const wait = limit(id, rate);
    if (wait === 0) return;
    throw new AppError(
      'rate_limited',
      `Too many requests with this key. Try again in ${wait} seconds.`,
      { retryAfter: wait },
    );
  };
  return async (key, address) => {
    const hash = keyHash(key);
    const id = hash.toString('hex');
    guesses.admit(address, hash);
    const known = rates.get(id);
    if (known !== undefined) refuseAbove(id, known);
    const { claims, rate } = await guesses.watch(address, hash, () => admit(owner, hash));
    if (known === undefined) refuseAbove(id, rate);
    if (rates.size >= MAX_REMEMBERED) rates.clear();
    rates.set(id, rate);
    return claims;
  };
}

async function admit(owner: pg.Pool, hash: Buffer): Promise<Admitted> {
  const { rows } = await owner.query<Admitted>('select claims, rate from private.admit_key($1)', [
    hash,
  ]);
  if (rows[0] === undefined) throw new TokenError('signature', 'Invalid API key');
  return rows[0];
}
