import { resolve } from 'node:path';
import type { FileStore } from '../platform/files/file-store.ts';
import { openLocalFileStore } from '../platform/files/local.ts';
import { parseStorageUrl } from '../platform/files/s3/storage-url.ts';

/** The storage that a command is given: a folder, or an `s3://` address. */
export async function openStorage(place: string): Promise<FileStore> {
  if (!place.includes('://')) return openLocalFileStore(resolve(place));
  const location = parseStorageUrl(place);
  const { openS3FileStore } = await import('../platform/files/s3/s3.ts');
  // Nothing is worked on here, so no folder for copies is needed.
  return openS3FileStore(location, { kind: 'copied', folder: '' });
}
