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
      '--to-time: expected a time with time zone, such as 2026-01-31T14:02:00Z.',
    );
  }
  if (time < new Date(manifest.at)) {
    throw new AppError(
      'bad_request',
      `This backup was taken at ${manifest.at}. Choose an earlier backup.`,
    );
  }
  return time;
}

async function takeLaterFiles(from: string, files: FileStore): Promise<void> {
  const place = dirname(from);
  for (const name of listBackups(place).filter((each) => join(place, each) > from)) {
    await restoreStoredFiles(join(place, name), files);
  }
}

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

export async function restoreCommand(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { 'to-time': { type: 'string' }, files: { type: 'string' } },
  });
  if (positionals.length !== 1) {
    throw new AppError(
      'bad_request',
      'Usage: sandbox restore FROM [--to-time TIME] [--files STORAGE]',
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
      'This backup contains an embedded database. Unset DATABASE_URL.',
    );
  }
  if (!embedded && time !== null) {
    throw new AppError(
      'bad_request',
      'This backup contains a database dump. For point-in-time recovery, use the archive of that database.',
    );
  }
  if (time !== null) assertArchive(dirname(from));
  const elsewhere = values.files === undefined ? null : await openStorageToRead(values.files);
  const files = await openFiles(config, async () => {});
  await restoreBackup({ from, dataDir: config.dataDir, files });
  const answer = { dataDir: config.dataDir, at: (time ?? new Date(manifest.at)).toISOString() };
  if (!embedded) {
    process.stderr.write(
      `Restore ${join(config.dataDir, 'database.dump')} with pg_restore, then start the sandbox.\n`,
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
    `${missing.length} referenced files are in no backup. If their storage still exists, ` +
      'restore again with --files FOLDER or --files s3://….\n',
  );
  return 2;
}
