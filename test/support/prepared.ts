import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { inject, vi } from 'vitest';
import { databasesFolder } from './databases-folder.ts';
import { type Sandbox, startSandbox } from './sandbox.ts';

/** Returns true in the first file that needs the folder; others run concurrently. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Returns a private data folder, prepared by the first file that needs its kind and copied for the
 * others, since copying a database is faster than setting one up.
 *
 * @param folder shared folder of all files of a run
 * @param make prepares it, stops the sandbox cleanly, and returns its facts
 */
export async function preparedFolder<Facts>(
  folder: string,
  kind: string,
  make: (dataDir: string) => Promise<Facts>,
): Promise<{ dataDir: string; facts: Facts }> {
  const made = join(folder, kind);
  const note = join(folder, `${kind}.json`);
  if (isFirst(made)) {
    const written = JSON.stringify(await make(made));
    dropSpareLog(made);
    writeFileSync(`${note}.new`, written);
    renameSync(`${note}.new`, note);
  } else {
    await vi.waitUntil(() => existsSync(note), { timeout: 110_000, interval: 50 });
  }
  const dataDir = mkdtempSync(join(databasesFolder(), 'sandbox data '));
  // cp keeps owners and permissions, which the database server requires.
  execFileSync('cp', ['-a', `${made}/.`, dataDir]);
  return { dataDir, facts: JSON.parse(readFileSync(note, 'utf8')) as Facts };
}

/** Removes write-ahead log that PostgreSQL keeps for later: a third of the bytes to copy. */
function dropSpareLog(dataDir: string): void {
  const folder = join(dataDir, 'postgres', 'pg_wal');
  const segments = readdirSync(folder).filter((name) => /^[0-9A-F]{24}$/.test(name));
  // After a clean stop the first one holds the last checkpoint.
  for (const name of segments.sort().slice(1)) rmSync(join(folder, name));
}

/** Returns the data folder of a sandbox that was started once and has no users. */
export async function emptyDataFolder(): Promise<string> {
  const { dataDir } = await preparedFolder(inject('fixturesFolder'), 'empty', async (made) => {
    await (await startSandbox({ dataDir: made, keep: true })).stop();
    return null;
  });
  return dataDir;
}

/** Spares a database that need not survive a crash of the machine its waits for the disk. */
export const withoutDiskWaits = (dataDir: string): void =>
  appendFileSync(
    join(dataDir, 'postgres', 'postgresql.auto.conf'),
    'fsync = off\nfull_page_writes = off\n',
  );

export async function startPrepared(
  options: { env?: Record<string, string>; keep?: boolean } = {},
): Promise<Sandbox> {
  const dataDir = await emptyDataFolder();
  withoutDiskWaits(dataDir);
  return startSandbox({ ...options, dataDir });
}
