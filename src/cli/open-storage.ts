import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FileStore } from '../platform/files/file-store.ts';
import { openLocalFileStore } from '../platform/files/local.ts';
import { parseStorageUrl } from '../platform/files/s3/storage-url.ts';
import { AppError } from '../shared/errors.ts';

const isFolder = (place: string) => !place.includes('://');

/** The storage that a command reads: a folder that is not there was misspelled, and is not an empty one. */
export async function openStorageToRead(place: string): Promise<FileStore> {
  if (isFolder(place) && !existsSync(place)) {
    throw new AppError('not_found', `There is no folder ${resolve(place)}.`);
  }
  return openStorage(place);
}

/** The storage that a command is given: a folder, or an `s3://` address. */
export async function openStorage(place: string): Promise<FileStore> {
  if (isFolder(place)) return openLocalFileStore(resolve(place));
  const location = parseStorageUrl(place);
  const { openS3FileStore } = await import('../platform/files/s3/s3.ts');
  // Nothing is worked on here, so no folder for copies is needed.
  return openS3FileStore(location, { kind: 'copied', folder: '' });
}
