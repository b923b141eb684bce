import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { withWorkFolder } from './work-folder.ts';

const parent = mkdtempSync(join(tmpdir(), 'work folder '));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

test('removes the folder with its files after the work and returns the result', async () => {
  const answer = await withWorkFolder(parent, 'one', async (folder) => {
    await writeFile(join(folder, 'rows.parquet'), 'rows');
    return readdirSync(folder);
  });
  expect(answer).toEqual(['rows.parquet']);
  expect(readdirSync(parent)).toEqual([]);
});

test('work that throws leaves nothing either', async () => {
  const work = withWorkFolder(parent, 'two', async (folder) => {
    await writeFile(join(folder, 'rows.parquet'), 'rows');
    throw new Error('cancelled');
  });
  await expect(work).rejects.toThrow('cancelled');
  expect(readdirSync(parent)).toEqual([]);
});

test('a write after the end has no place to go', async () => {
  const late = await withWorkFolder(parent, 'three', async (folder) => join(folder, 'tmp_rows'));
  await expect(writeFile(late, 'rows')).rejects.toMatchObject({ code: 'ENOENT' });
  expect(readdirSync(parent)).toEqual([]);
});
