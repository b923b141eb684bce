import type { Readable } from 'node:stream';

export type StoredFile = { size: number; sha256: string };

export type FileStat = { key: string; size: number; modifiedAt: Date };

/** First and last byte, inclusive. */
export type ByteRange = { start: number; end: number };

/** Local folder for temporary copies, some of which are cached. */
export type CopiedPaths = {
  kind: 'copied';
  folder: string;
  /** Cache in the same file system; without it nothing is cached. */
  cache?: { folder: string; maxBytes: number };
};

type FilePaths = { kind: 'own'; pathOf: (key: string) => string } | CopiedPaths;

/**
 * Storage of bytes. A key is written once under its final name and never renamed, which object
 * stores support too. Display names belong to database rows.
 */
export type FileStore = {
  /**
   * Stores the whole stream under the key, or nothing. On return the bytes survive a power cut.
   * Errors of the stream are rethrown unchanged.
   */
  put: (
    key: string,
    bytes: AsyncIterable<Uint8Array>,
    options?: { signal?: AbortSignal },
  ) => Promise<StoredFile>;
  /** @throws AppError `not_found` before the first byte for an unknown key */
  get: (key: string, range?: ByteRange) => Promise<Readable>;
  stat: (key: string) => Promise<FileStat | null>;
  remove: (key: string) => Promise<void>;
  list: (prefix: string) => AsyncIterable<FileStat>;
  /** Removes the remains of uploads unfinished before that time. Returns their number. */
  removeUnfinished: (before: Date) => Promise<number>;
  /** Only for withLocalCopy, the sole way to a path. */
  paths: FilePaths;
};
