import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Runs work with a temporary folder and removes it afterwards. Native code of a terminated thread
 * may still write; without the folder it cannot create files.
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
    // Files created during the removal are removed by a retry.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
