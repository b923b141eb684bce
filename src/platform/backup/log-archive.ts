import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { AppError } from '../../shared/errors.ts';
import { startEmbeddedServer } from '../database/embedded/server.ts';
import { asUnprivileged } from '../database/embedded/unprivileged.ts';

/** The folder of a place for backups that takes the write-ahead log. */
const ARCHIVE = 'wal';
/** After so many seconds what was written goes to the archive though its file is not full. */
const MAX_SECONDS = 60;
const RECOVERY_MINUTES = 60;

export const archiveOf = (backups: string): string => join(backups, ARCHIVE);

/** A path within double quotes of a shell, and a percent sign within PostgreSQL's commands. */
const quoted = (path: string) => `"${path.replaceAll(/["\\$`]/g, '\\$&').replaceAll('%', '%%')}`;

/**
 * Settings of an embedded server that keep its write-ahead log beside the backups, so that any time since the oldest
 * of them can be restored. A file is put under its name when it is whole, and never twice.
 */
export function archiveSettings(backups: string): string[] {
  if (asUnprivileged().spawnOptions.uid !== undefined) {
    throw new AppError(
      'unavailable',
      'BACKUP_DIR: the database runs as another account here and cannot write there. Start as a normal user, or unset it.',
    );
  }
  const folder = archiveOf(backups);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [kept, unfinished] = [`${quoted(folder)}/%f"`, `${quoted(folder)}/%f.new"`];
  const command = `test ! -f ${kept} && cp "%p" ${unfinished} && sync ${unfinished} && mv ${unfinished} ${kept}`;
  return ['archive_mode=on', `archive_timeout=${MAX_SECONDS}`, `archive_command=${command}`];
}

/** Removes the log of before the oldest backup that is kept. */
export function trimArchive(backups: string, firstNeeded: string): void {
  const folder = archiveOf(backups);
  for (const name of readdirSync(folder)) {
    if (/^[0-9A-F]{24}/.test(name) && name < firstNeeded) rmSync(join(folder, name));
  }
}

/** PostgreSQL ends where its log does; the lines it says last are of that end, and not of why. */
const notReached = (backups: string, time: Date, cause: Error) =>
  new AppError(
    'bad_request',
    `The archive does not reach ${time.toISOString()}: the log in ${archiveOf(backups)} ends before it. ` +
      'A running sandbox adds to it within a minute; otherwise name an earlier time.',
    { cause },
  );

/** @throws AppError where no write-ahead log is kept beside the backups */
export function assertArchive(backups: string): void {
  if (existsSync(archiveOf(backups))) return;
  throw new AppError(
    'bad_request',
    `${archiveOf(backups)} is missing: --to-time takes a backup in the BACKUP_DIR of its sandbox, where the log is kept.`,
  );
}

/**
 * Brings a restored embedded database forward to a time, by the log that was archived, and stops it.
 *
 * @throws AppError where the archive does not reach from the backup to that time
 */
export async function recoverTo(dataDir: string, backups: string, time: Date): Promise<void> {
  const signal = join(dataDir, 'postgres', 'recovery.signal');
  writeFileSync(signal, '', { mode: 0o600 });
  asUnprivileged().own(signal);
  const server = await startEmbeddedServer(dataDir, [
    `restore_command=cp ${quoted(archiveOf(backups))}/%f" "%p"`,
    // It takes no abbreviation of a zone, such as Z.
    `recovery_target_time=${time.toISOString().replace('Z', '+00')}`,
    'recovery_target_action=promote',
  ]).catch((error: Error) => {
    throw notReached(backups, time, error);
  });
  const over = new AbortController();
  try {
    const ended = server.crashed.then((said) => {
      throw notReached(backups, time, new Error(said));
    });
    await Promise.race([ended, untilRecovered(server.url, over.signal)]);
  } finally {
    over.abort();
    await server.stop();
  }
}

async function untilRecovered(url: string, over: AbortSignal): Promise<void> {
  const deadline = Date.now() + RECOVERY_MINUTES * 60_000;
  while (Date.now() < deadline && !over.aborted) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ on: boolean }>('select pg_is_in_recovery() as on');
      if (!rows[0]!.on) return;
    } catch {
      // It ends, or starts anew: its end is waited for beside.
    } finally {
      await client.end().catch(() => {});
    }
    await sleep(200);
  }
  if (over.aborted) return;
  throw new AppError('unavailable', `The recovery did not end in ${RECOVERY_MINUTES} minutes.`);
}
