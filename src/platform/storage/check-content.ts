import { withLocalCopy } from '../files/with-local-copy.ts';
import type { StorageContext, UploadedFile } from './context.ts';

/** Runs the bucket's content check. Unreadable bytes are refused like failing ones. */
export async function checkContent(
  context: Pick<StorageContext, 'files' | 'contentChecks'>,
  bucketId: string,
  file: Omit<UploadedFile, 'path'>,
): Promise<unknown> {
  const check = context.contentChecks[bucketId];
  if (check === undefined) return undefined;
  return withLocalCopy(context.files, file.key, (path) => check({ ...file, path }));
}
