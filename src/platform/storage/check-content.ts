import { withLocalCopy } from '../files/with-local-copy.ts';
import type { StorageContext, UploadedFile } from './context.ts';

/** What is found in stored bytes, as their bucket asks. Bytes that can't be had are refused like those that don't pass. */
export async function checkContent(
  context: Pick<StorageContext, 'files' | 'contentChecks'>,
  bucketId: string,
  file: Omit<UploadedFile, 'path'>,
): Promise<unknown> {
  const check = context.contentChecks[bucketId];
  if (check === undefined) return undefined;
  return withLocalCopy(context.files, file.key, (path) => check({ ...file, path }));
}
