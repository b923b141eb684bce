import { open } from 'node:fs/promises';

/** Puts a folder's entries on the disk: a new or renamed file is there after a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
