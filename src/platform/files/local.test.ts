import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FileStore } from './file-store.ts';
import { openLocalFileStore } from './local.ts';

let folder: string;
let files: FileStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local store '));
  files = openLocalFileStore(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function* broken(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('half');
  throw new Error('cut');
}

test('a stream that breaks leaves no unfinished file', async () => {
  await expect(files.put('x', broken())).rejects.toThrow('cut');
  expect(await readdir(join(folder, '.unfinished'))).toEqual([]);
});

test('uploads that a killed process left unfinished go when they are old', async () => {
  await expect(files.put('x', broken())).rejects.toThrow('cut');
  const old = new Date(Date.now() - 7_200_000);
  for (const name of ['cut', 'running']) await writeFile(join(folder, '.unfinished', name), 'half');
  await utimes(join(folder, '.unfinished', 'cut'), old, old);
  expect(await files.removeUnfinished(new Date(Date.now() - 3_600_000))).toBe(1);
  expect(await readdir(join(folder, '.unfinished'))).toEqual(['running']);
});
