import type { FastifyBaseLogger } from 'fastify';
import { mayRemove } from '../backup/hold-removal.ts';
import { type Database, transaction } from '../database/database.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Notifications } from '../jobs/notifications.ts';
import { fileKey } from './context.ts';

/** Channel on which the schema announces deleted rows of stored files. */
export const DELETED_FILES = 'sandbox_deleted_files';

const BATCH = 200;
const EVERY_MS = 5000;

type Parts = {
  database: Pick<Database, 'owner'>;
  files: Pick<FileStore, 'remove'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
};

/** Removes the bytes of deleted rows. Failures are retried after a minute. */
export async function removeDeletedFiles(parts: Parts): Promise<number> {
  let removed = 0;
  for (;;) {
    const batch = await removeBatch(parts);
    removed += batch.removed;
    if (batch.found < BATCH) return removed;
  }
}

function removeBatch({ database, files, log }: Parts): Promise<{ found: number; removed: number }> {
  return transaction(database.owner, async (tx) => {
    if (!(await mayRemove(tx))) return { found: 0, removed: 0 };
    const { rows } = await tx.query<{ version: string }>(
      `select version from private.deleted_files where due_at <= clock_timestamp()
        order by due_at limit $1 for update skip locked`,
      [BATCH],
    );
    const removed: string[] = [];
    const failed: string[] = [];
    for (const { version } of rows) {
      await files.remove(fileKey(version)).then(
        () => removed.push(version),
        (error: unknown) => {
          failed.push(version);
          log.warn({ err: error, version }, 'stored bytes could not be removed');
        },
      );
    }
    await tx.query('delete from private.deleted_files where version = any($1)', [removed]);
    await tx.query(
      `update private.deleted_files set due_at = clock_timestamp() + interval '1 minute'
        where version = any($1)`,
      [failed],
    );
    return { found: rows.length, removed: removed.length };
  });
}

/** Keeps removing deleted files: at once, at every commit that deletes some, and periodically. */
export function keepRemovingDeletedFiles(
  parts: Parts & { notifications: Pick<Notifications, 'on'> },
): { stop: () => Promise<void> } {
  let working = Promise.resolve();
  let waiting = false;
  const run = () => {
    if (waiting) return;
    waiting = true;
    working = working.then(async () => {
      waiting = false;
      await removeDeletedFiles(parts).catch((error: unknown) =>
        parts.log.warn({ err: error }, 'could not remove deleted files'),
      );
    });
  };
  const forget = parts.notifications.on(DELETED_FILES, run);
  const timer = setInterval(run, EVERY_MS);
  run();
  return {
    stop: async () => {
      clearInterval(timer);
      forget();
      waiting = true;
      await working;
    },
  };
}
