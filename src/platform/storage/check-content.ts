import { withLocalCopy } from '../files/with-local-copy.ts';
import type { StorageContext, UploadedFile } from './context.ts';

/** Looks into stored bytes as their bucket asks. Bytes that can't be had are refused like those that don't pass. */
export async function checkContent(
  context: Pick<StorageContext, 'files' | 'contentChecks'>,
  bucketId: string,
  file: Omit<UploadedFile, 'path'>,
): Promise<void> {
  const check = context.contentChecks[bucketId];
  if (check === undefined) return;
  await withLocalCopy(context.files, file.key, (path) => check({ ...file, path }));
}
