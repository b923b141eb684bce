import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FileStore } from '../platform/files/file-store.ts';
import { openLocalFileStore } from '../platform/files/local.ts';
import { parseStorageUrl } from '../platform/files/s3/storage-url.ts';
import { AppError } from '../shared/errors.ts';

const isFolder = (place: string) => !place.includes('://');

/** Opens storage for reading. A missing folder is an error, not an empty storage. */
export async function openStorageToRead(place: string): Promise<FileStore> {
  if (isFolder(place) && !existsSync(place)) {
    throw new AppError('not_found', `No such folder: ${resolve(place)}.`);
  }
  return openStorage(place);
}

export async function openStorage(place: string): Promise<FileStore> {
  if (isFolder(place)) return openLocalFileStore(resolve(place));
  const location = parseStorageUrl(place);
  const { openS3FileStore } = await import('../platform/files/s3/s3.ts');
  // Commands edit no stored files, so no working folder is needed.
  return openS3FileStore(location, { kind: 'copied', folder: '' });
}
