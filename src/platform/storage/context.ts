import type { FileStore } from '../files/file-store.ts';
import type { Platform } from '../gateway/context.ts';

export type UploadedFile = {
  path: string;
  key: string;
  name: string;
  size: number;
};

export type StorageOptions = {
  files: FileStore;
  /**
   * Content checks per bucket, run after the bytes are stored and before the row names them. Errors
   * are sent to the client, and the bytes removed; the result is stored as `metadata.content`.
   */
  contentChecks?: Readonly<Record<string, (file: UploadedFile) => Promise<unknown>>>;
  /** Buckets of evidence: verified against the stored SHA-256 and sent only as attachments. */
  sealedBuckets?: readonly string[];
  sizeLimit?: number;
  /** Longest lifetime of a signed download link; 7 days if absent. */
  maxLinkSeconds?: number;
  /** Local folder of unfinished resumable uploads; without it they are not offered. */
  uploads?: UploadsPlace;
};

type UploadsPlace = { folder: string; assertRoom: () => Promise<void> };

export type StorageContext = {
  platform: Platform;
  files: FileStore;
  contentChecks: Readonly<Record<string, (file: UploadedFile) => Promise<unknown>>>;
  sealedBuckets: readonly string[];
  sizeLimit: number;
  maxLinkSeconds: number;
  uploads: UploadsPlace | undefined;
};

export function fileKey(version: string): string {
  return `objects/${version.slice(0, 2)}/${version}`;
}
