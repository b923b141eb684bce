import type { FileStat, FileStore } from './file-store.ts';
import { openLocalFileStore } from './local.ts';

async function* shorten(files: AsyncIterable<FileStat>, by: number): AsyncGenerator<FileStat> {
  for await (const file of files) yield { ...file, key: file.key.slice(by) };
}

/** Presents a folder of a store as a store, for a program that is passed the folder's address. */
export function filesBelow(files: FileStore, folder: string): FileStore {
  if (files.paths.kind === 'own') return openLocalFileStore(files.paths.pathOf(folder));
  const prefix = `${folder}/`;
  return {
    put: (key, bytes, options) => files.put(prefix + key, bytes, options),
    get: (key, range) => files.get(prefix + key, range),
    stat: async (key) => {
      const stored = await files.stat(prefix + key);
      return stored && { ...stored, key };
    },
    remove: (key) => files.remove(prefix + key),
    list: (start) => shorten(files.list(prefix + start), prefix.length),
    // The parent store removes them.
    removeUnfinished: async () => 0,
    paths: files.paths,
  };
}
