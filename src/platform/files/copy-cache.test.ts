import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FileStore } from './file-store.ts';
import { openMemoryFileStore } from './memory.ts';
import { withLocalCopy } from './with-local-copy.ts';

let folder: string;
let files: FileStore;
let fetched: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'copy cache '));
  const memory = openMemoryFileStore(join(folder, 'work'));
  fetched = [];
  files = {
    ...memory,
    get: (key, range) => {
      fetched.push(key);
      return memory.get(key, range);
    },
    paths: {
      kind: 'copied',
      folder: join(folder, 'work'),
      cache: { folder: join(folder, 'cache'), maxBytes: 100 },
    },
  };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const put = (key: string, text: string) =>
  files.put(
    key,
    (async function* () {
      yield Buffer.from(text);
    })(),
  );
const read = (key: string) => withLocalCopy(files, key, (path) => readFile(path, 'utf8'));

test('a file is fetched once, and its copy is there for the next work', async () => {
  await put('a', 'rows');
  expect([await read('a'), await read('a')]).toEqual(['rows', 'rows']);
  expect(fetched).toEqual(['a']);
  expect(await readdir(join(folder, 'work'))).toEqual([]);
});

test('evicts the least recently used copies beyond the limit', async () => {
  for (const key of ['a', 'b', 'c']) {
    await put(key, key.repeat(40));
    await read(key);
    await sleep(20);
  }
  expect(await readdir(join(folder, 'cache'))).toHaveLength(2);
  await read('b');
  await sleep(20);
  await put('d', 'd'.repeat(40));
  await read('d');
  fetched.length = 0;
  for (const key of ['b', 'd', 'c', 'a']) await read(key);
  expect(fetched).toEqual(['c', 'a']);
});

test('fetches a file larger than the cache each time', async () => {
  await put('big', 'x'.repeat(101));
  await read('big');
  await read('big');
  expect(fetched).toEqual(['big', 'big']);
  expect(await readdir(join(folder, 'cache'))).toEqual([]);
});

test('a copy in use outlives its place in the cache', async () => {
  await put('a', 'a'.repeat(80));
  await put('b', 'b'.repeat(80));
  const text = await withLocalCopy(files, 'a', async (path) => {
    await read('b');
    return readFile(path, 'utf8');
  });
  expect(text).toBe('a'.repeat(80));
});

test('reads a rewritten file again; a removed one is not found', async () => {
  await put('a', 'old!');
  await read('a');
  await sleep(20);
  await put('a', 'new!');
  expect(await read('a')).toBe('new!');
  await files.remove('a');
  await expect(read('a')).rejects.toMatchObject({ code: 'not_found' });
});
