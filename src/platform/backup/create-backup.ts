import { existsSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { AppError } from '../../shared/errors.ts';
import type { FileStore } from '../files/file-store.ts';
import { syncFolder } from '../files/sync-folder.ts';
import { copyCluster } from './copy-cluster.ts';
import { copyHashed, writeHashed } from './copy-hashed.ts';
import { dumpDatabase } from './dump-database.ts';
import { holdRemoval } from './hold-removal.ts';
import { type BackedUpFile, type BackupManifest, MANIFEST_NAME } from './manifest.ts';

/** Entries of the data folder that are transient, regenerated, or copied separately. */
const LEFT_OUT = new Set(['in-use', 'postgres', 'storage', 'work', 'cache']);

export type BackupSource = {
  dataDir: string;
  /** Superuser's address for the embedded server, the owner's for another. */
  databaseUrl: string;
  embedded: boolean;
  files: FileStore;
  /** Prefixes of keys regenerated from the database: a copy of them would be newer than it. */
  derived: readonly string[];
  product: string;
};

async function copyFolder(from: string, to: string, path: string): Promise<BackedUpFile[]> {
  const files: BackedUpFile[] = [];
  for (const entry of await readdir(join(from, path), { withFileTypes: true })) {
    const name = join(path, entry.name);
    if (path === '' && LEFT_OUT.has(entry.name)) continue;
    if (entry.isDirectory()) files.push(...(await copyFolder(from, to, name)));
    if (!entry.isFile()) continue;
    const copied = await copyHashed(join(from, name), join(to, name));
    if (copied !== null) files.push({ path: name, ...copied });
  }
  return files;
}

async function copyStored({ files, derived }: BackupSource, to: string): Promise<BackedUpFile[]> {
  const copies: BackedUpFile[] = [];
  for await (const { key } of files.list('')) {
    if (derived.some((start) => key.startsWith(start))) continue;
    const path = join('storage', key);
    const bytes = await files.get(key).catch((error: unknown) => {
      // An unfinished upload was removed.
      if (error instanceof AppError && error.code === 'not_found') return null;
      throw error;
    });
    if (bytes !== null) copies.push({ path, ...(await writeHashed(bytes, join(to, path))) });
  }
  return copies;
}

const below = (folder: string, files: BackedUpFile[]): BackedUpFile[] =>
  files.map((file) => ({ ...file, path: join(folder, file.path) }));

async function copyDatabase(source: BackupSource, client: pg.Client, to: string) {
  if (!source.embedded) return dumpDatabase(source.databaseUrl, client, to);
  const copied = await copyCluster(client, {
    data: join(source.dataDir, 'postgres'),
    to: join(to, 'postgres'),
  });
  return { ...copied, files: below('postgres', copied.files) };
}

/**
 * Backs up a running sandbox into a new folder, which gets its name when everything is on disk. It
 * contains all that was acknowledged before the manifest's time; deleted files are retained until
 * it finishes.
 *
 * @throws AppError `conflict` if the folder exists
 */
export async function createBackup(source: BackupSource, to: string): Promise<BackupManifest> {
  if (existsSync(to)) throw new AppError('conflict', `${to} already exists.`);
  const unfinished = `${to}.unfinished`;
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const client = new pg.Client({
    connectionString: source.databaseUrl,
    application_name: 'sandbox backup',
  });
  await client.connect();
  try {
    await holdRemoval(client);
    const { database, at, files } = await copyDatabase(source, client, unfinished);
    // After the database: every file that it names existed before and still exists.
    files.push(...(await copyStored(source, unfinished)));
    files.push(...(await copyFolder(source.dataDir, unfinished, '')));
    const manifest: BackupManifest = { version: 1, product: source.product, at, database, files };
    writeFileSync(join(unfinished, MANIFEST_NAME), `${JSON.stringify(manifest)}\n`, {
      mode: 0o600,
      flush: true,
    });
    await rename(unfinished, to);
    await syncFolder(join(to, '..'));
    return manifest;
  } finally {
    await client.end();
  }
}
