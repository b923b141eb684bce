import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { copyStore } from './copy-store.ts';
import type { FileStore } from './file-store.ts';
import { openMemoryFileStore } from './memory.ts';

const put = (files: FileStore, key: string, content: string) =>
  files.put(
    key,
    (async function* () {
      yield Buffer.from(content);
    })(),
  );

test('copies all files and keeps existing ones', async () => {
  const [from, to] = [openMemoryFileStore(''), openMemoryFileStore('')];
  for (const key of ['a/1', 'a/2', 'b']) await put(from, key, `bytes of ${key}`);
  await put(to, 'a/2', 'bytes of a/2');
  const seen: number[] = [];
  expect(await copyStore(from, to, ({ copied, present }) => seen.push(copied + present))).toEqual({
    copied: 2,
    bytes: 22,
    present: 1,
  });
  expect(seen).toEqual([1, 2, 3]);
  expect(await text(await to.get('a/1'))).toBe('bytes of a/1');
  expect(await copyStore(from, to)).toEqual({ copied: 0, bytes: 0, present: 3 });
});

test('other bytes under a key are not overwritten', async () => {
  const [from, to] = [openMemoryFileStore(''), openMemoryFileStore('')];
  await put(from, 'a', 'one');
  await put(to, 'a', 'two');
  await expect(copyStore(from, to)).rejects.toThrow('a already exists with different content.');
  expect(await text(await to.get('a'))).toBe('two');
});

test('a store that gives back other bytes than it was given is found', async () => {
  const [from, to] = [openMemoryFileStore(''), openMemoryFileStore('')];
  await put(from, 'a', 'one');
  const torn: FileStore = { ...to, get: async (key) => (await to.get(key)).take(0) };
  await expect(copyStore(from, torn)).rejects.toThrow(
    'a was written, but different bytes were read back.',
  );
});
