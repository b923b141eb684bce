import type { Readable } from 'node:stream';

export type StoredFile = { size: number; sha256: string };

export type FileStat = { key: string; size: number; modifiedAt: Date };

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number };

/** A folder of this machine that copies go to while work needs them, and where some are kept for the next. */
export type CopiedPaths = {
  kind: 'copied';
  folder: string;
  /** In the same file system; without it nothing is kept. */
  cache?: { folder: string; maxBytes: number };
};

/** How a stored file gets a path: it is one of this machine, or is copied into a folder that is the host's alone. */
type FilePaths = { kind: 'own'; pathOf: (key: string) => string } | CopiedPaths;

/**
 * Where bytes live. A key is written once under its final name and never renamed, so an object
 * store can stand behind it; what a row calls a file is the row's business.
 */
export type FileStore = {
  /**
   * Stores the whole stream under the key, or nothing. When it answers, the bytes survive a power cut.
   * Errors of the stream are passed on as they are.
   */
  put: (
    key: string,
    bytes: AsyncIterable<Uint8Array>,
    options?: { signal?: AbortSignal },
  ) => Promise<StoredFile>;
  /** Throws AppError `not_found` before the first byte where there is no such key. */
  get: (key: string, range?: ByteRange) => Promise<Readable>;
  stat: (key: string) => Promise<FileStat | null>;
  /** Removing what is not there is no error. */
  remove: (key: string) => Promise<void>;
  /** Every stored file whose key starts with the prefix, in no promised order. */
  list: (prefix: string) => AsyncIterable<FileStat>;
  /** Removes what uploads that never ended left behind before that time. Answers how many. */
  removeUnfinished: (before: Date) => Promise<number>;
  /** For withLocalCopy alone, which is the only way to a path. */
  paths: FilePaths;
};
