import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { asUnprivileged } from '../database/embedded/unprivileged.ts';
import type { FileStore } from '../files/file-store.ts';
import { checkComplete } from './check-complete.ts';
import { CLUSTER_SETTINGS, writeClusterSettings } from './cluster-settings.ts';
import { writeHashed } from './copy-hashed.ts';
import { type BackedUpFile, type BackupManifest, readManifest } from './manifest.ts';
import { assertBelow, openDeclared } from './open-declared.ts';

const STORED = join('storage', sep);

function refuseUsed(folder: string): void {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return;
  throw new AppError('conflict', `${folder} is not empty. Set DATA_DIR to a new folder.`);
}

const changed = (path: string) =>
  new AppError('conflict', `${path} is damaged: its SHA-256 differs from the manifest.`);

async function restoreFile(file: BackedUpFile, from: string, to: string): Promise<void> {
  const copied = await writeHashed(await openDeclared(from, file), join(to, file.path));
  if (copied.sha256 !== file.sha256) throw changed(file.path);
}

/** Restores a stored file. Keys are immutable: existing content must be identical. */
async function restoreStored(file: BackedUpFile, from: string, files: FileStore): Promise<void> {
  const key = file.path.slice(STORED.length).replaceAll(sep, '/');
  const there = await files.stat(key);
  if (there !== null) {
    if (there.size === file.size) return;
    throw new AppError('conflict', `${key} already exists in the storage with different content.`);
  }
  const stored = await files.put(key, await openDeclared(from, file));
  if (stored.sha256 === file.sha256) return;
  await files.remove(key);
  throw changed(file.path);
}

/** Creates empty folders and hands the cluster to the account that PostgreSQL runs as. */
async function finishCluster(cluster: string, manifest: BackupManifest): Promise<void> {
  if (manifest.database.kind !== 'embedded') return;
  for (const folder of manifest.database.folders) {
    await mkdir(join(cluster, folder), { recursive: true, mode: 0o700 });
  }
  writeClusterSettings(cluster);
  const run = asUnprivileged();
  run.own(cluster);
  for (const entry of readdirSync(cluster, { withFileTypes: true, recursive: true })) {
    run.own(join(entry.parentPath, entry.name));
  }
}

export async function restoreStoredFiles(from: string, files: FileStore): Promise<void> {
  for (const file of readManifest(from).files) {
    assertBelow(file.path);
    if (file.path.startsWith(STORED)) await restoreStored(file, from, files);
  }
}

const isSettings = ({ path }: BackedUpFile) =>
  CLUSTER_SETTINGS.some((name) => path === join('postgres', name));

/**
 * Restores a backup into a new data folder: only regular files that the manifest names, with their
 * sizes and hashes, and fresh settings of the database. Stored files go to the configured storage. A
 * failure leaves no data folder.
 *
 * @throws AppError if the folder is in use or the backup is incomplete
 */
export async function restoreBackup(options: {
  from: string;
  dataDir: string;
  files: FileStore;
}): Promise<BackupManifest> {
  const { from, dataDir, files } = options;
  const manifest = readManifest(from);
  checkComplete(manifest);
  refuseUsed(dataDir);
  await mkdir(dirname(dataDir), { recursive: true });
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    for (const file of manifest.files) {
      if (isSettings(file)) continue;
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
