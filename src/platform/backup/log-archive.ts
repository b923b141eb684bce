import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { AppError } from '../../shared/errors.ts';
import { startEmbeddedServer } from '../database/embedded/server.ts';
import { asUnprivileged } from '../database/embedded/unprivileged.ts';

const ARCHIVE = 'wal';
/** Seconds after which a log file is archived even if not full. */
const MAX_SECONDS = 60;
const RECOVERY_MINUTES = 60;
const MAX_LOG_BYTES = 16 * 1024 * 1024;

export const archiveOf = (backups: string): string => join(backups, ARCHIVE);

/** Quotes a path for the shell and escapes percent signs for PostgreSQL's commands. */
const quoted = (path: string) => `"${path.replaceAll(/["\\$`]/g, '\\$&').replaceAll('%', '%%')}`;

/**
 * Settings of an embedded server that archive its write-ahead log with the backups, for restoring
 * any time since the oldest. A file gets its name when complete and is never overwritten.
 */
export function archiveSettings(backups: string): string[] {
  if (asUnprivileged().spawnOptions.uid !== undefined) {
    throw new AppError(
      'unavailable',
      'BACKUP_DIR: the database runs as another account and cannot write there. Start as a normal user, or unset BACKUP_DIR.',
    );
  }
  const folder = archiveOf(backups);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [kept, unfinished] = [`${quoted(folder)}/%f"`, `${quoted(folder)}/%f.new"`];
  const command = `test ! -f ${kept} && cp "%p" ${unfinished} && sync ${unfinished} && mv ${unfinished} ${kept}`;
  return ['archive_mode=on', `archive_timeout=${MAX_SECONDS}`, `archive_command=${command}`];
}

/** Removes the log older than the oldest retained backup. */
export function trimArchive(backups: string, firstNeeded: string): void {
  const folder = archiveOf(backups);
  for (const name of readdirSync(folder)) {
    if (/^[0-9A-F]{24}/.test(name) && name < firstNeeded) rmSync(join(folder, name));
  }
}

/** Error for an archive that ends too early; PostgreSQL's last lines do not give the cause. */
const notReached = (backups: string, time: Date, cause: Error) =>
  new AppError(
    'bad_request',
    `The archive does not reach ${time.toISOString()}: the log in ${archiveOf(backups)} ends earlier. ` +
      'If the sandbox is running, try again in a minute; otherwise choose an earlier time.',
    { cause },
  );

/** @throws AppError if the backups have no write-ahead log, or it contains other entries */
export function assertArchive(backups: string): void {
  const folder = archiveOf(backups);
  if (existsSync(folder)) {
    // PostgreSQL copies them by name.
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isFile() && statSync(join(folder, entry.name)).size <= MAX_LOG_BYTES) continue;
      throw new AppError('bad_request', `${join(folder, entry.name)} is no file of the log.`);
    }
    return;
  }
  throw new AppError(
    'bad_request',
    `${archiveOf(backups)} is missing: --to-time requires a backup in BACKUP_DIR, which contains the log.`,
  );
}

/**
 * Brings a restored embedded database forward to a time by replaying the archived log, then stops
 * it.
 *
 * @throws AppError if the archive does not reach that time
 */
export async function recoverTo(dataDir: string, backups: string, time: Date): Promise<void> {
  const signal = join(dataDir, 'postgres', 'recovery.signal');
  writeFileSync(signal, '', { mode: 0o600 });
  asUnprivileged().own(signal);
  const server = await startEmbeddedServer(dataDir, [
    `restore_command=cp ${quoted(archiveOf(backups))}/%f" "%p"`,
    // PostgreSQL does not accept the abbreviation Z here.
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
      // The server ends or restarts; its end is awaited separately.
    } finally {
      await client.end().catch(() => {});
    }
    await sleep(200);
  }
  if (over.aborted) return;
  throw new AppError(
    'unavailable',
    `The recovery did not finish within ${RECOVERY_MINUTES} minutes.`,
  );
}
