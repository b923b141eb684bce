import { AppError } from '../../shared/errors.ts';
import type { FileStore } from './file-store.ts';
import { hashBytes } from './hash-bytes.ts';

export type CopyProgress = { copied: number; bytes: number; present: number };

const hashOf = async (files: FileStore, key: string): Promise<string> =>
  (await hashBytes(await files.get(key))).sha256;

/**
 * Copies every file of one store into another and reads each back. Identical existing files stay,
 * so that an interrupted copy can resume.
 *
 * @throws AppError `conflict` if the target has other bytes under a key, or returns other bytes
 */
export async function copyStore(
  from: FileStore,
  to: FileStore,
  onProgress: (progress: CopyProgress) => void = () => {},
): Promise<CopyProgress> {
  const progress: CopyProgress = { copied: 0, bytes: 0, present: 0 };
  for await (const { key, size } of from.list('')) {
    const there = await to.stat(key);
    if (there === null) {
      const { sha256 } = await to.put(key, await from.get(key));
      if ((await hashOf(to, key)) !== sha256) {
        throw new AppError('conflict', `${key} was written, but different bytes were read back.`);
      }
      progress.copied++;
      progress.bytes += size;
    } else if (there.size === size && (await hashOf(to, key)) === (await hashOf(from, key))) {
      progress.present++;
    } else {
      throw new AppError('conflict', `${key} already exists with different content.`);
    }
    onProgress({ ...progress });
  }
  return progress;
}
