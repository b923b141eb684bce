import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const MAX_HOURS = 24;

/** Removes remains of killed work from the folder; returns the number of files. */
export async function sweepWork(folder: string, now = Date.now()): Promise<number> {
  const before = now - MAX_HOURS * 3_600_000;
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  let removed = 0;
  for (const name of names) {
    const path = join(folder, name);
    const stats = await stat(path).catch(() => null);
    if (stats === null || stats.mtimeMs >= before) continue;
    await rm(path, { recursive: true, force: true });
    removed++;
  }
  return removed;
}
