import { existsSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { AppError } from '../../../../shared/errors.ts';
import { syncFolder } from '../../../files/sync-folder.ts';
import { findPostgresBinaries } from '../binaries.ts';
import { claimFolder, SUPERVISOR_LOCK } from '../claim-folder.ts';
import { initializeDatabase } from '../initialize.ts';
import { runPostmaster } from '../postmaster.ts';
import { databaseUrl, differences, readContents } from './contents.ts';
import { copyDatabases } from './copy-databases.ts';
import { endInterruptedUpgrade, majorOf, refuseOtherMajor, UPGRADED } from './major-version.ts';
import { findOldPrograms, type OldPrograms } from './old-programs.ts';

const UNFINISHED = 'postgres-unfinished';

export type Upgrade = {
  from: number;
  to: number;
  rows: number;
  kept: string;
};

const bytesBelow = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, name) => {
    const stats = statSync(join(folder, name));
    return stats.isFile() ? sum + stats.size : sum;
  }, 0);

function refuseNoRoom(folder: string, data: string): void {
  const { bavail, bsize } = statfsSync(folder);
  const [free, needed] = [bavail * bsize, bytesBelow(data)].map((n) => Math.ceil(n / 1024 ** 2));
  if (free! >= needed!) return;
  throw new AppError(
    'unavailable',
    `Not enough disk space in ${folder} for a copy of the database: ${needed} MB needed, ${free} MB free. Nothing was changed.`,
  );
}

async function databasesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select datname as name from pg_database where datallowconn and not datistemplate order by 1',
  );
  return rows.map(({ name }) => name);
}

type Servers = { programs: OldPrograms; from: string; to: string };

async function copyAndCompare(servers: Servers): Promise<number> {
  const client = new pg.Client({
    connectionString: servers.from,
    application_name: `sandbox supervisor ${process.pid}`,
  });
  await client.connect();
  let rows = 0;
  try {
    // Makes a concurrent start report the process at work.
    await client.query('select pg_advisory_lock($1)', [SUPERVISOR_LOCK]);
    const databases = await databasesOf(client);
    await copyDatabases(servers, databases);
    for (const database of databases) {
      const before = await readContents(servers.from, database);
      const [differs] = differences(before, await readContents(servers.to, database));
      if (differs !== undefined)
        throw new AppError('unavailable', `The copy of ${database} differs: ${differs}.`);
      for (const [name, value] of Object.entries(before))
        if (name.startsWith('rows ')) rows += Number(value);
      await analyze(databaseUrl(servers.to, database));
    }
  } finally {
    await client.end();
  }
  return rows;
}

/** Collects planner statistics, which a dump does not contain. */
async function analyze(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('analyze').finally(() => client.end());
}

type Paths = { folder: string; data: string; made: string; password: string };

async function makeCopy(programs: OldPrograms, { folder, data, made, password }: Paths) {
  initializeDatabase(folder, made, password);
  const run = (program: string, at: string) =>
    runPostmaster({ program, data: at, password, settings: [] });
  const before = await run(programs.postgres, data);
  try {
    const after = await run(findPostgresBinaries().postgres, made);
    try {
      return await copyAndCompare({ programs, from: before.url, to: after.url });
    } finally {
      await after.stop();
    }
  } finally {
    await before.stop();
  }
}

/**
 * Upgrades the embedded database to the installed major version of PostgreSQL: dumps, restores into
 * a new one, compares, and swaps it in. The previous one is retained unchanged.
 *
 * @param bin folder of the previous version's programs, if known
 * @param archive folder of its write-ahead log, if archived
 * @returns null if there is nothing to do
 */
export async function upgradeDatabase(
  folder: string,
  { bin, archive }: { bin: string | null; archive: string | null },
): Promise<Upgrade | null> {
  const data = join(folder, 'postgres');
  const to = findPostgresBinaries().major;
  await endInterruptedUpgrade(folder);
  const from = majorOf(data);
  if (from === null || from === to) return null;
  if (from > to) refuseOtherMajor(data, to);
  const programs = findOldPrograms(from, bin);
  // A new database restarts log names, and archived files are never overwritten.
  if (archive !== null && existsSync(archive)) {
    throw new AppError(
      'conflict',
      `${archive} contains the write-ahead log of PostgreSQL ${from}. Set BACKUP_DIR to a new folder and retain the old one. Nothing was changed.`,
    );
  }
  const oldFolder = join(folder, `postgres-${from}`);
  if (existsSync(oldFolder)) {
    throw new AppError(
      'conflict',
      `${oldFolder} already exists from an earlier upgrade. Move it away, then try again.`,
    );
  }
  const unfinished = join(folder, UNFINISHED);
  refuseNoRoom(folder, data);
  const { password, release } = await claimFolder(folder);
  try {
    const rows = await makeCopy(programs, { folder, data, made: unfinished, password });
    // From the first rename on, a start uses the new database, even if the process ends in between.
    const upgraded = join(folder, UPGRADED);
    renameSync(unfinished, upgraded);
    await syncFolder(folder);
    renameSync(data, oldFolder);
    await syncFolder(folder);
    renameSync(upgraded, data);
    await syncFolder(folder);
    return { from, to, rows, kept: oldFolder };
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    release();
  }
}
