import { rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { listBackups } from '../platform/backup/keep-backups.ts';
import { assertArchive, recoverTo } from '../platform/backup/log-archive.ts';
import { type BackupManifest, readManifest } from '../platform/backup/manifest.ts';
import { findMissing } from '../platform/backup/missing-files.ts';
import { restoreBackup, restoreStoredFiles } from '../platform/backup/restore-backup.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { AppError } from '../shared/errors.ts';
import { type Config, readConfig } from '../start/config.ts';
import { openFiles } from '../start/open-files.ts';
import { openStore } from '../start/open-store.ts';
import { openStorageToRead } from './open-storage.ts';

function timeOf(text: string | undefined, manifest: BackupManifest): Date | null {
  if (text === undefined) return null;
  const time = new Date(text);
  if (Number.isNaN(time.getTime()) || !/[Z+]|-\d\d:?\d\d$/.test(text)) {
    throw new AppError(
      'bad_request',
      '--to-time must be a time with its zone: 2026-01-31T14:02:00Z',
    );
  }
  if (time < new Date(manifest.at)) {
    throw new AppError(
      'bad_request',
      `This backup begins at ${manifest.at}: name one from before.`,
    );
  }
  return time;
}

/** Files that were stored after the backup lie in later ones, if anywhere. */
async function takeLaterFiles(from: string, files: FileStore): Promise<void> {
  const place = dirname(from);
  for (const name of listBackups(place).filter((each) => join(place, each) > from)) {
    await restoreStoredFiles(join(place, name), files);
  }
}

/** Starts on what was restored, which recovers and checks it, takes files from elsewhere, and names those still missing. */
async function checkRestored(
  config: Config,
  files: FileStore,
  elsewhere: FileStore | null,
): Promise<string[]> {
  const store = await openStore(config);
  try {
    const missing = await findMissing(store.ownerUrl, files);
    if (elsewhere === null) return missing;
    for (const key of missing) {
      if ((await elsewhere.stat(key)) !== null) await files.put(key, await elsewhere.get(key));
    }
    return await findMissing(store.ownerUrl, files);
  } finally {
    await store.stop();
  }
}

async function recover(options: {
  config: Config;
  from: string;
  time: Date | null;
  files: FileStore;
  elsewhere: FileStore | null;
}): Promise<string[]> {
  const { config, from, time, files, elsewhere } = options;
  if (time !== null) {
    await takeLaterFiles(from, files);
    await recoverTo(config.dataDir, dirname(from), time);
  }
  return checkRestored(config, files, elsewhere);
}

/** Restores a backup into DATA_DIR, which has to be new; with a time, as it was then. */
export async function restoreCommand(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { 'to-time': { type: 'string' }, files: { type: 'string' } },
  });
  if (positionals.length !== 1) {
    throw new AppError(
      'bad_request',
      'say: sandbox restore FROM [--to-time TIME] [--files STORAGE]',
    );
  }
  const from = resolve(positionals[0]!);
  const config = readConfig();
  const manifest = readManifest(from);
  const time = timeOf(values['to-time'], manifest);
  const embedded = manifest.database.kind === 'embedded';
  if (embedded && config.databaseUrl !== undefined) {
    throw new AppError(
      'bad_request',
      'This backup holds an embedded database: unset DATABASE_URL.',
    );
  }
  if (!embedded && time !== null) {
    throw new AppError(
      'bad_request',
      'This backup holds a dump of a database: take the time from what archives that database.',
    );
  }
  if (time !== null) assertArchive(dirname(from));
  const elsewhere = values.files === undefined ? null : await openStorageToRead(values.files);
  const files = await openFiles(config, async () => {});
  await restoreBackup({ from, dataDir: config.dataDir, files });
  const answer = { dataDir: config.dataDir, at: (time ?? new Date(manifest.at)).toISOString() };
  if (!embedded) {
    process.stderr.write(
      `Restore the database with pg_restore from ${join(config.dataDir, 'database.dump')}, then start.\n`,
    );
    process.stdout.write(`${JSON.stringify(answer)}\n`);
    return 0;
  }
  const missing = await recover({ config, from, time, files, elsewhere }).catch(
    (error: unknown) => {
      rmSync(config.dataDir, { recursive: true, force: true });
      throw error;
    },
  );
  process.stdout.write(`${JSON.stringify({ ...answer, missing })}\n`);
  if (missing.length === 0) return 0;
  process.stderr.write(
    `${missing.length} files that rows name are in no backup. Where their storage is still there, ` +
      'restore again with --files, its folder or s3:// address.\n',
  );
  return 2;
}
