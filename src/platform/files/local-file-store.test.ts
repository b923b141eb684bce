import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FileStore } from './file-store.ts';
import { openLocalFileStore } from './local-file-store.ts';
import { sweepFiles } from './sweep-files.ts';

let folder: string;
let files: FileStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file store '));
  files = openLocalFileStore(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function* chunks(...parts: (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield Buffer.from(part);
  }
}

async function keys(prefix = ''): Promise<string[]> {
  const found: string[] = [];
  for await (const file of files.list(prefix)) found.push(file.key);
  return found.sort();
}

test('what was put is read back, whole and in part, with its size and SHA-256', async () => {
  const stored = await files.put('a/b/c.txt', chunks('hello ', 'world'));
  expect(stored).toEqual({
    size: 11,
    sha256: createHash('sha256').update('hello world').digest('hex'),
  });
  expect(await text(await files.get('a/b/c.txt'))).toBe('hello world');
  expect(await text(await files.get('a/b/c.txt', { start: 6, end: 8 }))).toBe('wor');
  expect(await files.stat('a/b/c.txt')).toMatchObject({ key: 'a/b/c.txt', size: 11 });
});

test('many megabytes in uneven chunks keep their order', async () => {
  const parts = Array.from({ length: 300 }, (_, i) => Buffer.alloc(20_011 + i, i % 251));
  const stored = await files.put(
    'big',
    (async function* () {
      yield* parts;
    })(),
  );
  const whole = Buffer.concat(parts);
  expect(stored.size).toBe(whole.length);
  const read = await buffer(await files.get('big'));
  expect(read.equals(whole)).toBe(true);
});

test('a stream that breaks or is cancelled leaves nothing behind', async () => {
  await expect(files.put('x', chunks('half', new Error('cut')))).rejects.toThrow('cut');
  const cancelled = AbortSignal.abort();
  await expect(files.put('y', chunks('half'), { signal: cancelled })).rejects.toThrow();
  expect(await keys()).toEqual([]);
  expect(await readdir(join(folder, '.unfinished'))).toEqual([]);
});

test('missing keys: get refuses, stat is null, remove does nothing', async () => {
  await expect(files.get('none')).rejects.toMatchObject({ code: 'not_found' });
  expect(await files.stat('none')).toBeNull();
  await files.remove('none');
});

test.each(['../x', 'a/../b', '/a', 'a//b', '', '.unfinished/x', 'a/\u0000'])(
  'key %j is refused',
  async (key) => {
    await expect(files.put(key, chunks('x'))).rejects.toMatchObject({ code: 'bad_request' });
  },
);

test('the sweep takes old files without a row and unfinished uploads, and nothing else', async () => {
  for (const key of ['o/1', 'o/2', 'o/3', 'p/4']) await files.put(key, chunks(key));
  const old = new Date(Date.now() - 7_200_000);
  for (const key of ['o/1', 'o/2', 'p/4']) await utimes(files.localPath!(key), old, old);
  await writeFile(join(folder, '.unfinished', 'cut'), 'half');
  await utimes(join(folder, '.unfinished', 'cut'), old, old);
  const asked: string[] = [];
  const removed = await sweepFiles(files, {
    prefix: 'o/',
    before: new Date(Date.now() - 3_600_000),
    named: async (candidates) => {
      asked.push(...candidates);
      return new Set(['o/1']);
    },
  });
  expect(asked.sort()).toEqual(['o/1', 'o/2']);
  expect(removed).toEqual(['o/2']);
  expect(await keys()).toEqual(['o/1', 'o/3', 'p/4']);
  expect(await readdir(join(folder, '.unfinished'))).toEqual([]);
});
