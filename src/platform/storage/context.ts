import type { FileStore } from '../files/file-store.ts';
import type { Platform } from '../gateway/context.ts';

export type UploadedFile = {
  /** A file of this machine with the bytes, as long as the check goes on. */
  path: string;
  key: string;
  /** The object's name within its bucket. */
  name: string;
  size: number;
};

export type StorageOptions = {
  files: FileStore;
  /**
   * Per bucket, a look at the content, after the bytes are stored and before the row names them.
   * What it throws is sent to the client, and the bytes are removed; what it answers is kept as `metadata.content`.
   */
  contentChecks?: Readonly<Record<string, (file: UploadedFile) => Promise<unknown>>>;
  /**
   * Buckets of documents that prove something: their bytes are held against their SHA-256 before any of them
   * is given out, and leave as attachments only.
   */
  sealedBuckets?: readonly string[];
  /** Bytes an object may have where its bucket sets no limit. */
  sizeLimit?: number;
  /** Where uploads in parts wait for the rest, on this machine; without it they are not offered. */
  uploads?: UploadsPlace;
};

/** A folder, and what throws where its disk has no room. */
type UploadsPlace = { folder: string; assertRoom: () => Promise<void> };

/** What each route is given. */
export type StorageContext = {
  platform: Platform;
  files: FileStore;
  contentChecks: Readonly<Record<string, (file: UploadedFile) => Promise<unknown>>>;
  sealedBuckets: readonly string[];
  sizeLimit: number;
  uploads: UploadsPlace | undefined;
};

/** The file store's key for a version of an object. */
export function fileKey(version: string): string {
  return `objects/${version.slice(0, 2)}/${version}`;
}
