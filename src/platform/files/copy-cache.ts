import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../shared/errors.ts';
import { diskFull } from './disk-full.ts';
import type { CopiedPaths, FileStat, FileStore } from './file-store.ts';

type Cache = NonNullable<CopiedPaths['cache']>;

async function download(files: FileStore, key: string, path: string): Promise<void> {
  const source = await files.get(key);
  try {
    await pipeline(source, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    await rm(path, { force: true });
    throw diskFull(error) ?? error;
  }
}

/** Names one version of a file: rewriting the key changes the name. */
const nameOf = ({ key, size, modifiedAt }: FileStat) =>
  createHash('sha256').update(`${key}\n${size}\n${modifiedAt.getTime()}`).digest('hex');

/** Removes the least recently used copies until the rest fits. */
async function evict({ folder, maxBytes }: Cache): Promise<void> {
  const copies = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const stats = await stat(join(folder, name)).catch(() => null);
      return { name, size: stats?.size ?? 0, usedAt: stats?.mtimeMs ?? 0 };
    }),
  );
  let totalBytes = copies.reduce((sum, { size }) => sum + size, 0);
  for (const { name, size } of copies.toSorted((a, b) => a.usedAt - b.usedAt)) {
    if (totalBytes <= maxBytes) return;
    await rm(join(folder, name), { force: true });
    totalBytes -= size;
  }
}

/** Links a cached copy to the path if there is one. The link survives the eviction of the copy. */
async function takeKept(kept: string, path: string): Promise<boolean> {
  try {
    await link(kept, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  const now = new Date();
  await utimes(path, now, now);
  return true;
}

/**
 * Copies a stored file to a local path, which the caller removes. With a cache, the bytes are
 * fetched once, also by several processes that share the folder.
 *
 * @throws AppError `not_found` for an unknown key
 */
export async function copyFile(
  files: FileStore,
  key: string,
  { folder, cache }: CopiedPaths,
): Promise<string> {
  const path = join(folder, `copy-${randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (cache === undefined) {
    await download(files, key, path);
    return path;
  }
  const stored = await files.stat(key);
  if (stored === null) throw new AppError('not_found', 'The file no longer exists.');
  await mkdir(cache.folder, { recursive: true, mode: 0o700 });
  const cachedPath = join(cache.folder, nameOf(stored));
  if (await takeKept(cachedPath, path)) return path;
  await download(files, key, path);
  if ((await stat(path)).size !== stored.size) {
    await rm(path, { force: true });
    throw new AppError('unavailable', 'The file changed during the read.', { retryAfter: 1 });
  }
  if (stored.size <= cache.maxBytes) {
    const second = `${path}.kept`;
    await link(path, second);
    await rename(second, cachedPath);
    await evict(cache);
  }
  return path;
}
