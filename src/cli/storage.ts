import { parseArgs } from 'node:util';
import { copyStore } from '../platform/files/copy-store.ts';
import { AppError } from '../shared/errors.ts';
import { openStorage, openStorageToRead } from './open-storage.ts';

export async function copyStorageCommand(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  const [from, to, ...rest] = positionals;
  if (from === undefined || to === undefined || rest.length > 0) {
    throw new AppError('bad_request', 'Usage: sandbox storage copy FROM TO');
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
