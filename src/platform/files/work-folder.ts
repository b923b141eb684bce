import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Gives work a folder of its own, and takes it away with all that is in it. A thread that was ended can leave native
 * code behind that still writes: with its folder gone it has nowhere to put a file.
 */
export async function withWorkFolder<Result>(
  parent: string,
  name: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = join(parent, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await work(folder);
  } finally {
    // A file that comes in while the others go is met by trying again.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
