import { parseArgs } from 'node:util';
import { copyStore } from '../platform/files/copy-store.ts';
import { AppError } from '../shared/errors.ts';
import { openStorage, openStorageToRead } from './open-storage.ts';
import { stageProgress } from './terminal/progress.ts';

export async function copyStorageCommand(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  const [from, to, ...rest] = positionals;
  if (from === undefined || to === undefined || rest.length > 0) {
    throw new AppError('bad_request', 'Usage: sandbox storage copy FROM TO');
  }
  const show = stageProgress();
  const progress = await copyStore(
    await openStorageToRead(from),
    await openStorage(to),
    ({ copied, present }) => {
      show(`${copied + present} files`);
    },
  );
  show('done');
  process.stdout.write(`${JSON.stringify(progress)}\n`);
  return 0;
}
