import { join } from 'node:path';
import type { FileStore } from '../platform/files/file-store.ts';
import { openLocalFileStore } from '../platform/files/local.ts';
import { formatStorageUrl } from '../platform/files/s3/storage-url.ts';
import { AppError } from '../shared/errors.ts';
import type { Config } from './config.ts';

export const storageFolder = (config: Config) => join(config.dataDir, 'storage');

/** Returns the address of a folder of the files, as `sandbox shard` expects it. */
export const addressOf = (config: Config, folder: string): string =>
  config.objectStore === undefined
    ? join(storageFolder(config), folder)
    : formatStorageUrl(config.objectStore, folder);

export async function openFiles(
  config: Config,
  assertRoom: () => Promise<void>,
): Promise<FileStore> {
  if (config.objectStore === undefined)
    return openLocalFileStore(storageFolder(config), assertRoom);
  // Loading its client takes a while: do it only if used.
  const { openS3FileStore } = await import('../platform/files/s3/s3.ts');
  const files = openS3FileStore(config.objectStore, {
    kind: 'copied',
    folder: join(config.dataDir, 'work'),
    cache: { folder: join(config.dataDir, 'cache'), maxBytes: config.cacheBytes },
  });
  return {
    ...files,
    put: async (key, bytes, options) => {
      // Remote files pass through the local work folder first.
      await assertRoom();
      return files.put(key, bytes, options);
    },
  };
}

/** Lists the object store once, which reveals a wrong address, bucket or credential. */
export async function assertStoreAnswers(config: Config): Promise<void> {
  if (config.objectStore === undefined) return;
  const files = await openFiles(config, async () => {});
  try {
    for await (const _ of files.list('')) break;
  } catch (error) {
    const { code, message, cause } = error as AppError;
    if (code !== 'unavailable') throw error;
    throw new AppError(code, `STORAGE_URL: ${message} ${(cause as Error).message}`, { cause });
  }
}
