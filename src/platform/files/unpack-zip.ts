import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type Entry, fromFd, type ZipFile } from 'yauzl';
import { AppError } from '../../shared/errors.ts';

const damaged = (cause: unknown) =>
  new AppError('bad_request', `The archive is damaged: ${(cause as Error).message}`, { cause });

const opened = (descriptor: number): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true };
    fromFd(descriptor, options, (error, zip) => (error ? reject(damaged(error)) : resolve(zip)));
  });

const nextEntry = (zip: ZipFile): Promise<Entry | null> =>
  new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      zip.removeAllListeners();
      act();
    };
    zip.once('entry', (entry: Entry) => settle(() => resolve(entry)));
    zip.once('end', () => settle(() => resolve(null)));
    zip.once('error', (error) => settle(() => reject(damaged(error))));
    zip.readEntry();
  });

const bytesOf = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) =>
      error ? reject(damaged(error)) : resolve(stream),
    );
  });

/**
 * Passes the files of an archive one after another, without folders and metadata of operating
 * systems.
 *
 * @param take reads the bytes to their end
 * @throws AppError if the archive is damaged or contains too many files
 */
export async function unpackZip(
  path: string,
  { maxFiles }: { maxFiles: number },
  take: (name: string, bytes: Readable) => Promise<void>,
): Promise<void> {
  const file = await open(path, 'r');
  try {
    const zip = await opened(file.fd);
    let files = 0;
    for (let entry = await nextEntry(zip); entry !== null; entry = await nextEntry(zip)) {
      const name = entry.fileName;
      if (name.endsWith('/') || name.startsWith('__MACOSX/') || name.endsWith('.DS_Store'))
        continue;
      files++;
      if (files > maxFiles)
        throw new AppError('too_large', `The archive contains more than ${maxFiles} files.`);
      await take(name, await bytesOf(zip, entry));
    }
  } finally {
    await file.close();
  }
}
