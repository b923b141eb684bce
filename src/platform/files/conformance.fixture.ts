import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FileStore } from './file-store.ts';
import { sweepFiles } from './sweep-files.ts';
import { withLocalCopies, withLocalCopy } from './with-local-copy.ts';

async function* chunks(...parts: (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield Buffer.from(part);
  }
}

/**
 * Tests that every store must pass.
 *
 * @param open opens an empty store of the test, with a folder for its copies
 * @param clockMilliseconds resolution of the store's timestamps
 */
export function testFileStore(
  name: string,
  {
    open,
    clockMilliseconds = 30,
  }: { open: (folder: string) => FileStore; clockMilliseconds?: number },
): void {
  describe(`a ${name} store`, () => {
    let folder: string;
    let files: FileStore;

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'file store '));
      files = open(folder);
    });
    afterEach(() => rm(folder, { recursive: true, force: true }));

    const keys = async (prefix = '') => {
      const results: string[] = [];
      for await (const file of files.list(prefix)) results.push(file.key);
      return results.sort();
    };

    test('reads back stored bytes, whole and in part, with size and SHA-256', async () => {
      const before = Date.now();
      const stored = await files.put('a/b/c.txt', chunks('hello ', 'world'));
      // Output of `printf 'hello world' | sha256sum`.
      const sha256 = 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9';
      expect(stored).toEqual({ size: 11, sha256 });
      expect(await text(await files.get('a/b/c.txt'))).toBe('hello world');
      expect(await text(await files.get('a/b/c.txt', { start: 6, end: 8 }))).toBe('wor');
      const stats = await files.stat('a/b/c.txt');
      expect(stats).toMatchObject({ key: 'a/b/c.txt', size: 11 });
      expect(Math.abs(stats!.modifiedAt.getTime() - before)).toBeLessThan(60_000);
    });

    test('an empty file is a file', async () => {
      expect((await files.put('empty', chunks())).size).toBe(0);
      expect(await text(await files.get('empty'))).toBe('');
      expect(await files.stat('empty')).toMatchObject({ size: 0 });
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
      expect(stored).toEqual({
        size: whole.length,
        sha256: createHash('sha256').update(whole).digest('hex'),
      });
      expect((await buffer(await files.get('big'))).equals(whole)).toBe(true);
    });

    test('the bytes are those of the stream, also where its chunks are used again', async () => {
      const chunk = Buffer.from('1');
      await files.put(
        'reused',
        (async function* () {
          yield Buffer.from('0');
          yield chunk;
        })(),
      );
      chunk.fill('x');
      expect(await text(await files.get('reused'))).toBe('01');
    });

    test('a stream that breaks or is cancelled leaves nothing behind', async () => {
      await expect(files.put('x', chunks('half', new Error('cut')))).rejects.toThrow('cut');
      const cancelled = AbortSignal.abort();
      await expect(files.put('y', chunks('half'), { signal: cancelled })).rejects.toThrow();
      expect(await keys()).toEqual([]);
      expect(await files.stat('x')).toBeNull();
      expect(await files.removeUnfinished(new Date(Date.now() + 60_000))).toBe(0);
    });

    test('missing keys: get refuses, stat is null, remove does nothing', async () => {
      await expect(files.get('none')).rejects.toMatchObject({ code: 'not_found' });
      expect(await files.stat('none')).toBeNull();
      await files.remove('none');
    });

    test('a removed file is not found; keys are listed by prefix', async () => {
      for (const key of ['o/1', 'o/12', 'o/2', 'p/1']) await files.put(key, chunks(key));
      expect(await keys('o/1')).toEqual(['o/1', 'o/12']);
      await files.remove('o/1');
      expect(await keys()).toEqual(['o/12', 'o/2', 'p/1']);
      await expect(files.get('o/1')).rejects.toMatchObject({ code: 'not_found' });
    });

    test.each(['../x', 'a/../b', '/a', 'a//b', '', '.unfinished/x', 'a/\u0000'])(
      'key %j is refused',
      async (key) => {
        await expect(files.put(key, chunks('x'))).rejects.toMatchObject({ code: 'bad_request' });
      },
    );

    test('the sweep takes old files without a row, and nothing else', async () => {
      for (const key of ['o/1', 'o/2', 'p/4']) await files.put(key, chunks(key));
      await sleep(clockMilliseconds);
      const before = new Date();
      await sleep(clockMilliseconds);
      await files.put('o/3', chunks('o/3'));
      const looked: string[] = [];
      const removed = await sweepFiles(files, {
        prefix: 'o/',
        before,
        named: async (candidates) => {
          looked.push(...candidates);
          return new Set(['o/1']);
        },
      });
      expect(looked.sort()).toEqual(['o/1', 'o/2']);
      expect(removed).toEqual(['o/2']);
      expect(await keys()).toEqual(['o/1', 'o/3', 'p/4']);
    });

    test('work gets a file, for its owner alone, and what it answers comes back', async () => {
      await files.put('a/b', chunks('rows'));
      const [path, content, mode] = await withLocalCopy(files, 'a/b', async (path) => [
        path,
        await readFile(path, 'utf8'),
        (await stat(path)).mode & 0o777,
      ]);
      expect([content, mode]).toEqual(['rows', 0o600]);
      expect(await text(await files.get('a/b'))).toBe('rows');
      expect(existsSync(String(path))).toBe(files.paths.kind === 'own');
    });

    test('work that throws leaves no copy either', async () => {
      await files.put('a/b', chunks('rows'));
      let seen = '';
      const work = withLocalCopy(files, 'a/b', async (path) => {
        seen = path;
        throw new Error('cancelled');
      });
      await expect(work).rejects.toThrow('cancelled');
      expect(existsSync(seen)).toBe(files.paths.kind === 'own');
      expect(await text(await files.get('a/b'))).toBe('rows');
    });

    test('without the file there is no work', async () => {
      let worked = false;
      const work = withLocalCopy(files, 'none', async () => {
        worked = true;
      });
      await expect(work).rejects.toMatchObject({
        code: 'not_found',
        message: 'The file no longer exists.',
      });
      expect(worked).toBe(false);
    });

    test('several files come in the order of their keys, and all copies go', async () => {
      await files.put('one', chunks('1'));
      await files.put('two', chunks('2'));
      const contents = await withLocalCopies(files, ['two', 'one', 'two'], (paths) =>
        Promise.all(paths.map((path) => readFile(path, 'utf8'))),
      );
      expect(contents).toEqual(['2', '1', '2']);
      const missing = withLocalCopies(files, ['one', 'none'], async () => 'worked');
      await expect(missing).rejects.toMatchObject({ code: 'not_found' });
      if (files.paths.kind === 'copied') expect(await readdir(files.paths.folder)).toEqual([]);
    });
  });
}
