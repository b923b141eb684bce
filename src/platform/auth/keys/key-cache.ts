import type { Database } from '../../database/database.ts';
import type { Notifications } from '../../jobs/notifications.ts';
import { KEYS_ROTATED, type KeySet, readKeys } from './signing-keys.ts';

const CACHE_MILLISECONDS = 60_000;

export type KeyCache = {
  /** Current keys, reloaded after a rotation and at least every minute. */
  keys: () => Promise<KeySet>;
  reload: () => Promise<KeySet>;
};

export async function openKeyCache(
  database: Database,
  announcements?: Pick<Notifications, 'on'>,
): Promise<KeyCache> {
  let current = await readKeys(database);
  let loading: Promise<KeySet> | null = null;
  let isStale = false;
  announcements?.on(KEYS_ROTATED, () => {
    isStale = true;
  });
  const load = async (): Promise<KeySet> => {
    try {
      do {
        isStale = false;
        current = await readKeys(database);
        // A rotation was announced while reading: read again.
      } while (isStale);
      return current;
    } catch (error) {
      isStale = true;
      throw error;
    }
  };
  const reload = (): Promise<KeySet> => {
    loading ??= load().finally(() => {
      loading = null;
    });
    return loading;
  };
  return {
    keys: async () =>
      isStale || Date.now() - current.loadedAt > CACHE_MILLISECONDS ? reload() : current,
    reload,
  };
}
