import type { Caller } from '../../platform/gateway/caller.ts';
import { AppError } from '../../shared/errors.ts';
import { MAX_KEY_READ_SECONDS, MAX_KEY_ROWS } from '../../shared/limits.ts';

const WINDOW_MS = 60_000;
const MAX_KEYS = 10_000;

type Use = { at: number; rows: number; ms: number };

export type KeyUse = {
  /** @throws AppError `rate_limited` if the key read its rows or its time of this minute */
  admit: (caller: Caller) => void;
  /** Adds the rows of an answer and the time of its statement. */
  add: (caller: Caller, use: { rows: number; ms: number }) => void;
};

/**
 * Counts rows and time of reading of each key in a sliding minute: one reader after another may read
 * all the time, several at once share it. Requests alone say little of a key's load.
 */
export function createKeyUse(now: () => number = Date.now): KeyUse {
  const uses = new Map<string, Use[]>();
  const recent = (key: string): Use[] => {
    const at = now();
    const own = (uses.get(key) ?? []).filter((use) => at - use.at < WINDOW_MS);
    uses.delete(key);
    if (own.length > 0) uses.set(key, own);
    return own;
  };
  return {
    admit: (caller) => {
      if (caller.role !== 'key_holder') return;
      const own = recent(caller.claims.key_id);
      let [rows, ms] = [0, 0];
      for (const use of own) {
        rows += use.rows;
        ms += use.ms;
      }
      const isFull = () => rows >= MAX_KEY_ROWS || ms >= 1000 * MAX_KEY_READ_SECONDS;
      if (!isFull()) return;
      const reason =
        rows >= MAX_KEY_ROWS
          ? `This key read ${MAX_KEY_ROWS.toLocaleString('en')} rows within a minute`
          : `Parallel requests with this key read for ${MAX_KEY_READ_SECONDS} seconds within a minute`;
      let freed = own[0]!.at;
      for (const use of own) {
        if (!isFull()) break;
        rows -= use.rows;
        ms -= use.ms;
        freed = use.at;
      }
      const wait = Math.max(1, Math.ceil((freed + WINDOW_MS - now()) / 1000));
      throw new AppError('rate_limited', `${reason}. Try again in ${wait} seconds.`, {
        retryAfter: wait,
      });
    },
    add: (caller, { rows, ms }) => {
      if (caller.role !== 'key_holder') return;
      const key = caller.claims.key_id;
      const own = recent(key);
      const at = now();
      const last = own.at(-1);
      // One entry a second at most.
      if (last !== undefined && Math.floor(last.at / 1000) === Math.floor(at / 1000)) {
        last.rows += rows;
        last.ms += ms;
      } else own.push({ at, rows, ms });
      uses.set(key, own);
      if (uses.size > MAX_KEYS) uses.delete(uses.keys().next().value!);
    },
  };
}
