import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { diskFull } from './disk-full.ts';
import { sweepWork } from './sweep-work.ts';

test('removes files of killed processes after a day, not those in use', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'work '));
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  for (const name of ['old.parquet', 'old.parquet.utf8.csv', 'new.parquet'])
    await writeFile(join(folder, name), 'x');
  for (const name of ['old.parquet', 'old.parquet.utf8.csv'])
    await utimes(join(folder, name), yesterday, yesterday);
  expect(await sweepWork(folder)).toBe(2);
  expect(await readdir(folder)).toEqual(['new.parquet']);
  await rm(folder, { recursive: true });
  expect(await sweepWork(folder)).toBe(0);
});

test('recognizes a full disk from each kind of error', () => {
  for (const error of [
    Object.assign(new Error('write'), { code: 'ENOSPC' }),
    Object.assign(new Error('could not extend file'), { code: '53100' }),
    new Error('IO Error: Could not write file "x": No space left on device'),
  ]) {
    expect(diskFull(error)).toMatchObject({ code: 'unavailable', message: 'The disk is full.' });
  }
  expect(diskFull(new Error('no'))).toBeNull();
});
