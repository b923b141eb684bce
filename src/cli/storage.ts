import { parseArgs } from 'node:util';
import { copyStore } from '../platform/files/copy-store.ts';
import { AppError } from '../shared/errors.ts';
import { openStorage, openStorageToRead } from './open-storage.ts';

/** Copies the files of one storage into another, for a sandbox that moves. It has to be stopped meanwhile. */
export async function copyStorageCommand(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  const [from, to, ...rest] = positionals;
  if (from === undefined || to === undefined || rest.length > 0) {
    throw new AppError('bad_request', 'say: sandbox storage copy FROM TO');
  }
  const progress = await copyStore(
    await openStorageToRead(from),
    await openStorage(to),
    ({ copied, present }) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${copied + present} files`);
    },
  );
  if (process.stderr.isTTY) process.stderr.write('\n');
  process.stdout.write(`${JSON.stringify(progress)}\n`);
  return 0;
}
