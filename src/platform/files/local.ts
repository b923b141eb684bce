import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { diskFull } from './disk-full.ts';
import { assertFileKey } from './file-key.ts';
import type { FileStat, FileStore, StoredFile } from './file-store.ts';
import { syncFolder } from './sync-folder.ts';

const UNFINISHED = '.unfinished';
const WRITE_BYTES = 1 << 20;
const ROOM_LOOK_BYTES = 1 << 24;

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let path = folder; path.length >= first.length; path = dirname(path)) {
    await syncFolder(dirname(path));
  }
}

/** Writes one batch while the next one arrives. */
async function writeStream(
  handle: FileHandle,
  bytes: AsyncIterable<Uint8Array>,
  { signal, assertRoom }: { signal: AbortSignal | undefined; assertRoom: () => Promise<void> },
): Promise<StoredFile> {
  const hash = createHash('sha256');
  let size = 0;
  let batch: Uint8Array[] = [];
  let batched = 0;
  let sinceLook = ROOM_LOOK_BYTES;
  let writing: Promise<unknown> = Promise.resolve();
  const flush = async () => {
    const chunks = batch;
    const length = batched;
    batch = [];
    batched = 0;
    await writing;
    sinceLook += length;
    if (sinceLook >= ROOM_LOOK_BYTES) {
      sinceLook = 0;
      await assertRoom();
    }
    writing = handle.writev(chunks).then(({ bytesWritten }) => {
      if (bytesWritten !== length) throw new AppError('unavailable', 'The disk is full.');
    });
    // The next await gets the error; until then it must not count as unhandled.
    writing.catch(() => {});
  };
  for await (const chunk of bytes) {
    signal?.throwIfAborted();
    hash.update(chunk);
    size += chunk.length;
    batch.push(chunk);
    batched += chunk.length;
    if (batched >= WRITE_BYTES) await flush();
  }
  if (batched > 0) await flush();
  await writing;
  await handle.sync();
  return { size, sha256: hash.digest('hex') };
}

async function* walk(root: string, folder: string): AsyncGenerator<FileStat> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const entry of entries) {
    if (entry.name === UNFINISHED) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(root, path);
    else {
      const stats = await stat(path).catch(() => null);
      if (stats === null) continue;
      const key = path.slice(root.length + 1).replaceAll(sep, '/');
      yield { key, size: stats.size, modifiedAt: stats.mtime };
    }
  }
}

/** Opens a store in a local folder; `assertRoom` guards the free space of its disk. */
export function openLocalFileStore(
  root: string,
  assertRoom: () => Promise<void> = async () => {},
): FileStore {
  const unfinished = join(root, UNFINISHED);
  const pathOf = (key: string) => {
    assertFileKey(key);
    return join(root, ...key.split('/'));
  };

  return {
    put: async (key, bytes, { signal } = {}) => {
      const path = pathOf(key);
      await makeFolder(unfinished);
      const temporary = join(unfinished, randomUUID());
      const handle = await open(temporary, 'wx', 0o600);
      try {
        let stored: StoredFile;
        try {
          stored = await writeStream(handle, bytes, { signal, assertRoom });
        } finally {
          await handle.close();
        }
        await makeFolder(dirname(path));
        await rename(temporary, path);
        await syncFolder(dirname(path));
        return stored;
      } catch (error) {
        await rm(temporary, { force: true });
        throw diskFull(error) ?? error;
      }
    },

    get: async (key, range) => {
      try {
        const handle = await open(pathOf(key), 'r');
        return createReadStream('', { fd: handle, highWaterMark: 1 << 18, ...range });
      } catch (error) {
        if (isMissing(error)) throw new AppError('not_found', 'The file no longer exists.');
        throw error;
      }
    },

    stat: async (key) => {
      try {
        const stats = await stat(pathOf(key));
        return stats.isFile() ? { key, size: stats.size, modifiedAt: stats.mtime } : null;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    remove: async (key) => {
      await rm(pathOf(key), { force: true });
    },

    list: async function* (prefix) {
      const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
      const start = folder === '' ? root : pathOf(folder.slice(0, -1));
      for await (const file of walk(root, start)) {
        if (file.key.startsWith(prefix)) yield file;
      }
    },

    removeUnfinished: async (before) => {
      let removed = 0;
      const names = await readdir(unfinished).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      for (const name of names) {
        const path = join(unfinished, name);
        const stats = await stat(path).catch(() => null);
        if (stats === null || stats.mtime >= before) continue;
        await rm(path, { force: true });
        removed++;
      }
      return removed;
    },

    paths: { kind: 'own', pathOf },
  };
}
