import { join } from 'node:path';
import type { FileStore } from './file-store.ts';
import { openLocalFileStore } from './local.ts';
import { openMemoryFileStore } from './memory.ts';

/** Each kind of store in a folder of a test's own: what uses files runs with all of them. */
export const TEST_STORES: readonly (readonly [string, (folder: string) => FileStore])[] = [
  ['local', (folder) => openLocalFileStore(join(folder, 'files'))],
  ['memory', (folder) => openMemoryFileStore(join(folder, 'copies'))],
];
