import { join } from 'node:path';
import type { FileStore } from './file-store.ts';
import { openLocalFileStore } from './local.ts';
import { openMemoryFileStore } from './memory.ts';

export const TEST_STORES: readonly (readonly [string, (folder: string) => FileStore])[] = [
  ['local', (folder) => openLocalFileStore(join(folder, 'files'))],
  ['memory', (folder) => openMemoryFileStore(join(folder, 'copies'))],
];
