import pg from 'pg';
import type { Database } from '../../database/database.ts';
import { schemaUnavailable } from '../errors/schema-errors.ts';
import { loadSchema } from './load-schema.ts';
import type { Schema } from './schema.ts';

export type SchemaCache = {
  current: () => Promise<Schema>;
  /** Reloads the schema. Until it finishes, requests use the previous one. */
  reload: () => Promise<void>;
  close: () => Promise<void>;
};

const DEBOUNCE_MS = 100;
const RETRY_MS = [250, 1000, 2000, 5000];

/** Caches schema public and reloads it on `NOTIFY pgrst, 'reload schema'`. */
export function createSchemaCache(
  database: Database,
  onError: (error: unknown) => void,
): SchemaCache {
  let loaded: Schema | undefined;
  let first: Promise<void> | undefined;
  let listener: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let begun = 0;
  let newest = 0;

  const reload = async () => {
    begun += 1;
    const mine = begun;
    const fresh = await loadSchema(database.owner);
    if (mine < newest) return;
    newest = mine;
    loaded = fresh;
  };
  const later = (delay: number, work: () => void) => {
    clearTimeout(timer);
    if (closed) return;
    timer = setTimeout(work, delay);
    timer.unref();
  };

  async function listen(attempt: number): Promise<void> {
    const client = new pg.Client({
      connectionString: database.ownerUrl,
      application_name: 'rest schema listener',
      keepAlive: true,
    });
    let lost = false;
    const again = (error?: unknown) => {
      if (lost || closed) return;
      lost = true;
      if (error) onError(error);
      client.end().catch(() => {});
      later(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]!, () => void listen(attempt + 1));
    };
    client.on('error', again);
    client.on('end', () => again());
    client.on('notification', ({ payload }) => {
      if (payload === '' || payload === undefined || payload === 'reload schema') {
        later(DEBOUNCE_MS, () => reload().catch(onError));
      }
    });
    try {
      await client.connect();
      await client.query('listen pgrst');
      listener = client;
      if (closed) await client.end();
      // Reload changes missed while disconnected.
      else if (attempt > 0) await reload();
      attempt = 0;
    } catch (error) {
      again(error);
    }
  }
  const listening = listen(0);

  return {
    current: async () => {
      if (loaded) return loaded;
      first ??= listening.then(reload).finally(() => {
        first = undefined;
      });
      await first.catch((error) => Promise.reject(schemaUnavailable(error)));
      return loaded!;
    },
    reload,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await listening;
      await listener?.end();
    },
  };
}
