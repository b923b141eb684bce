import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '../../shared/errors.ts';
import { assertFileKey } from './file-key.ts';
import type { FileStat, FileStore } from './file-store.ts';

const CHUNK_BYTES = 1 << 16;

/** In-memory store for tests, which behaves like a remote one. */
export function openMemoryFileStore(copiesFolder: string): FileStore {
  const stored = new Map<string, { bytes: Buffer; modifiedAt: Date }>();
  const statOf = (key: string): FileStat | null => {
    const file = stored.get(key);
    return file ? { key, size: file.bytes.length, modifiedAt: file.modifiedAt } : null;
  };

  return {
    put: async (key, source, { signal } = {}) => {
      assertFileKey(key);
      const chunks: Uint8Array[] = [];
      for await (const chunk of source) {
        signal?.throwIfAborted();
        chunks.push(Uint8Array.from(chunk));
      }
      const bytes = Buffer.concat(chunks);
      stored.set(key, { bytes, modifiedAt: new Date() });
      return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    },
    get: async (key, range) => {
      const file = stored.get(key);
      if (!file) throw new AppError('not_found', 'The file no longer exists.');
      const bytes = range ? file.bytes.subarray(range.start, range.end + 1) : file.bytes;
      const pieces = Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, i) =>
        bytes.subarray(i * CHUNK_BYTES, (i + 1) * CHUNK_BYTES),
      );
      return Readable.from(pieces);
    },
    stat: async (key) => statOf(key),
    remove: async (key) => {
      assertFileKey(key);
      stored.delete(key);
    },
    list: async function* (prefix) {
      for (const key of [...stored.keys()]) {
        const entry = key.startsWith(prefix) ? statOf(key) : null;
        if (entry) yield entry;
      }
    },
    // Nothing is stored before its stream has ended.
    removeUnfinished: async () => 0,
    paths: { kind: 'copied', folder: copiesFolder },
  };
}
