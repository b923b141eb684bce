import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { copyStore } from '../platform/files/copy-store.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { openLocalFileStore } from '../platform/files/local.ts';
import { parseStorageUrl } from '../platform/files/s3/storage-url.ts';
import { AppError } from '../shared/errors.ts';

async function open(place: string): Promise<FileStore> {
  if (!place.includes('://')) return openLocalFileStore(resolve(place));
  const location = parseStorageUrl(place);
  const { openS3FileStore } = await import('../platform/files/s3/s3.ts');
  // Nothing is worked on here, so no folder for copies is needed.
  return openS3FileStore(location, { kind: 'copied', folder: '' });
}

/** Copies the files of one storage into another, for a sandbox that moves. It has to be stopped meanwhile. */
export async function copyStorageCommand(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  const [from, to, ...rest] = positionals;
  if (from === undefined || to === undefined || rest.length > 0) {
    throw new AppError('bad_request', 'say: sandbox storage copy FROM TO');
  }
  const progress = await copyStore(await open(from), await open(to), ({ copied, present }) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${copied + present} files`);
  });
  if (process.stderr.isTTY) process.stderr.write('\n');
  process.stdout.write(`${JSON.stringify(progress)}\n`);
  return 0;
}
