import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { AppError } from '../../../shared/errors.ts';
import { type Postmaster, readPostmaster } from './postmaster-file.ts';
import { markInUse, refuseTornCopy } from './torn-copy.ts';

/** Advisory lock of a running supervisor. */
export const SUPERVISOR_LOCK = 7_265_001;

function passwordOf(folder: string): string {
  const file = join(folder, 'postgres-password');
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
  }
  return readFileSync(file, 'utf8').trim();
}

async function supervisorOf(postmaster: Postmaster, secret: string): Promise<number | null> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: postmaster.port,
    user: 'postgres',
    password: secret,
    database: 'postgres',
    connectionTimeoutMillis: 3000,
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = 'advisory' and l.objid = $1 and l.granted`,
      [SUPERVISOR_LOCK],
    );
    const pid = Number(rows[0]?.name.split(' ').at(-1));
    return rows.length > 0 && Number.isInteger(pid) ? pid : null;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Waits for the server of a dead parent to stop; throws if a living one uses the folder. */
async function clearFolder(data: string, secret: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const postmaster = readPostmaster(data);
    if (postmaster === null) return;
    const supervisor = await supervisorOf(postmaster, secret);
    if (supervisor !== null) {
      throw new AppError('conflict', `The sandbox is already running here, pid ${supervisor}.`);
    }
    if (attempt === 30) process.kill(postmaster.pid, 'SIGINT');
    await sleep(150);
  }
  throw new AppError('conflict', `Another PostgreSQL uses ${data} and does not stop.`);
}

/** Minimum free space for a start: one segment of the write-ahead log and the files of recovery. */
const MIN_START_BYTES = 64 * 1024 * 1024;

function refuseFullDisk(folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= MIN_START_BYTES) return;
  throw new AppError(
    'unavailable',
    `The disk of ${folder} is full: ${Math.floor((bavail * bsize) / 1024 ** 2)} MB free, and the database needs 64 MB to start. Free some space, then start again. Nothing was changed.`,
  );
}

/**
 * Checks that no other process uses the folder and that a database can start there.
 *
 * @returns the superuser's password, and a function to call after an orderly stop
 */
export async function claimFolder(
  folder: string,
): Promise<{ password: string; release: () => void }> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const password = passwordOf(folder);
  refuseTornCopy(folder);
  await clearFolder(join(folder, 'postgres'), password);
  refuseFullDisk(folder);
  return { password, release: markInUse(folder) };
}
