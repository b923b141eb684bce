import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { FileStore, StoredFile } from '../../platform/files/file-store.ts';
import { newVersion } from '../../platform/storage/register-object.ts';

export type BatchFile = {
  version: string;
  write: (bytes: Uint8Array) => Promise<void>;
  finish: () => Promise<StoredFile>;
  abandon: (reason: Error) => Promise<void>;
};

export function openBatchFile(files: FileStore): BatchFile {
  const { version, key } = newVersion();
  const pipe = new PassThrough({ highWaterMark: 1 << 22 });
  const stored = files.put(key, pipe);
  // The writer gets the error at the next write or at the end.
  stored.catch((error: Error) => pipe.destroy(error));
  pipe.on('error', () => {});
  return {
    version,
    write: async (bytes) => {
      if (pipe.destroyed) await stored;
      if (!pipe.write(bytes)) await Promise.race([once(pipe, 'drain'), stored]);
    },
    finish: () => {
      pipe.end();
      return stored;
    },
    abandon: async (reason) => {
      pipe.destroy(reason);
      await stored.catch(() => {});
      await files.remove(key);
    },
  };
}
