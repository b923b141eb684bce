import { open } from 'node:fs/promises';

/** Syncs a folder's entries, so that new and renamed files survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
