import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Bytes after which received data is synced and counted. */
const SYNC_BYTES = 8 * 1024 * 1024;
const ID = /^[0-9a-f-]{36}$/;
/** Age of a file without a note that belongs to no upload in progress. */
const REST_MS = 3_600_000;

const noted = z.strictObject({
  id: z.string(),
  owner: z.string().nullable(),
  /** Tenant and role of the account; missing for the service and in notes of earlier versions. */
  standing: z.strictObject({ tenant: z.string(), role: z.string() }).optional(),
  bucket: z.string(),
  name: z.string(),
  upsert: z.boolean(),
  contentType: z.string(),
  cacheControl: z.string(),
  userMetadata: z.record(z.string(), z.unknown()).nullable(),
  length: z.number().int().nonnegative(),
  /** Synced bytes; later ones are sent again. */
  offset: z.number().int().nonnegative(),
  expiresAt: z.iso.datetime(),
});

export type Unfinished = z.infer<typeof noted>;

/** Bytes of a part, and a check of its sender, made before the bytes and after each sync. */
type Part = { bytes: AsyncIterable<Uint8Array>; check: () => Promise<void> };

export type UnfinishedFiles = {
  begin: (upload: Unfinished) => Promise<void>;
  find: (id: string) => Promise<Unfinished | null>;
  list: () => Promise<Unfinished[]>;
  /** Appends bytes; returns the new state, even after a lost connection. */
  append: (upload: Unfinished, part: Part) => Promise<Unfinished>;
  read: (id: string) => AsyncIterable<Uint8Array>;
  remove: (id: string) => Promise<void>;
  /** Removes old files without a note, left by a kill while an upload began or was removed. */
  removeRests: () => Promise<void>;
};

export function openUnfinishedFiles(
  folder: string,
  assertRoom: () => Promise<void>,
): UnfinishedFiles {
  const bytesOf = (id: string) => join(folder, id);
  const noteOf = (id: string) => join(folder, `${id}.json`);
  const note = async (upload: Unfinished) => {
    const path = noteOf(upload.id);
    await writeFile(`${path}.new`, JSON.stringify(upload), { mode: 0o600, flush: true });
    await rename(`${path}.new`, path);
  };
  const find = async (id: string): Promise<Unfinished | null> => {
    if (!ID.test(id)) return null;
    try {
      return noted.parse(JSON.parse(await readFile(noteOf(id), 'utf8')));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  };

  return {
    begin: async (upload) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(bytesOf(upload.id), '', { mode: 0o600, flag: 'wx' });
      await note(upload);
    },
    find,
    list: async () => {
      const names = await readdir(folder).catch(() => []);
      const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5));
      return (await Promise.all(ids.map(find))).filter((found) => found !== null);
    },
    append: async (upload, { bytes, check }) => {
      const handle = await open(bytesOf(upload.id), 'r+');
      let { offset } = upload;
      let end = offset;
      const keep = async () => {
        await handle.sync();
        offset = end;
        await note({ ...upload, offset });
      };
      try {
        await handle.truncate(offset);
        for await (const chunk of bytes) {
          if (end === offset) {
            await check();
            await assertRoom();
          }
          let at = 0;
          while (at < chunk.length) {
            const { bytesWritten } = await handle.write(chunk, at, chunk.length - at, end);
            at += bytesWritten;
            end += bytesWritten;
          }
          if (end - offset >= SYNC_BYTES) await keep();
        }
      } finally {
        if (end > offset) await keep();
        await handle.close();
      }
      return { ...upload, offset };
    },
    read: (id) => createReadStream(bytesOf(id)),
    remove: async (id) => {
      await rm(noteOf(id), { force: true });
      await rm(bytesOf(id), { force: true });
    },
    removeRests: async () => {
      const names = new Set(await readdir(folder).catch(() => []));
      for (const name of names) {
        const isRest = name.endsWith('.new') || (ID.test(name) && !names.has(`${name}.json`));
        if (!isRest) continue;
        const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }));
        if (Date.now() - mtimeMs > REST_MS) await rm(join(folder, name), { force: true });
      }
    },
  };
}
