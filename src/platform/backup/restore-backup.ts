import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { asUnprivileged } from '../database/embedded/unprivileged.ts';
import type { FileStore } from '../files/file-store.ts';
import { copyHashed, hashFile } from './copy-hashed.ts';
import { type BackedUpFile, type BackupManifest, readManifest } from './manifest.ts';

const STORED = join('storage', sep);

function refuseUsed(folder: string): void {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return;
  throw new AppError('conflict', `${folder} is not empty: name a new folder in DATA_DIR.`);
}

const changed = (path: string) =>
  new AppError('conflict', `${path} is not what was backed up: its bytes have another SHA-256.`);

/** A path of the manifest is one below its folder. */
function assertBelow(path: string): void {
  if (path.split(sep).includes('..') || path.startsWith(sep)) {
    throw new AppError('bad_request', `${path} leads out of the backup.`);
  }
}

async function restoreFile(file: BackedUpFile, from: string, to: string): Promise<void> {
  const copied = await copyHashed(join(from, file.path), join(to, file.path));
  if (copied === null) throw new AppError('not_found', `${file.path} is missing in the backup.`);
  if (copied.sha256 !== file.sha256) throw changed(file.path);
}

/** A key is written once: what is there under it already has to be the same. */
async function restoreStored(file: BackedUpFile, from: string, files: FileStore): Promise<void> {
  const key = file.path.slice(STORED.length).replaceAll(sep, '/');
  const path = join(from, file.path);
  if ((await hashFile(path)).sha256 !== file.sha256) throw changed(file.path);
  const there = await files.stat(key);
  if (there === null) {
    await files.put(key, createReadStream(path));
  } else if (there.size !== file.size) {
    throw new AppError('conflict', `${key} is in the storage already, with other bytes.`);
  }
}

/** Makes the folders that were empty; where PostgreSQL does not run as root, all belong to the account that it runs as. */
async function finishCluster(cluster: string, manifest: BackupManifest): Promise<void> {
  if (manifest.database.kind !== 'embedded') return;
  for (const folder of manifest.database.folders) {
    await mkdir(join(cluster, folder), { recursive: true, mode: 0o700 });
  }
  const run = asUnprivileged();
  run.own(cluster);
  for (const entry of readdirSync(cluster, { withFileTypes: true, recursive: true })) {
    run.own(join(entry.parentPath, entry.name));
  }
}

/** Takes over the stored files of a backup alone. */
export async function restoreStoredFiles(from: string, files: FileStore): Promise<void> {
  for (const file of readManifest(from).files) {
    assertBelow(file.path);
    if (file.path.startsWith(STORED)) await restoreStored(file, from, files);
  }
}

/**
 * Restores a backup into a data folder that is new, each file held against its hash; files of the storage go to where
 * the configuration keeps them. What fails leaves no data folder behind.
 *
 * @throws AppError where the folder is in use, or the backup is not whole
 */
export async function restoreBackup(options: {
  from: string;
  dataDir: string;
  files: FileStore;
}): Promise<BackupManifest> {
  const { from, dataDir, files } = options;
  const manifest = readManifest(from);
  refuseUsed(dataDir);
  await mkdir(dirname(dataDir), { recursive: true });
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    for (const file of manifest.files) {
      assertBelow(file.path);
      if (file.path.startsWith(STORED)) await restoreStored(file, from, files);
      else await restoreFile(file, from, dataDir);
    }
    await finishCluster(join(dataDir, 'postgres'), manifest);
    return manifest;
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
}
