import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type DuckOptions, rowsOf, withDuckDb, withSharedDuckDb } from './duckdb.ts';

const root = mkdtempSync(join(tmpdir(), 'shared-duckdb-'));
const [path, other] = ['own.csv', 'other.csv'].map((name) => join(root, name)) as [string, string];
for (const file of [path, other]) writeFileSync(file, 'a\n1\n');
const folder = mkdtempSync(join(root, 'work-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const run = (paths: DuckOptions['paths'], sql: string) =>
  withDuckDb({ paths }, (connection) => rowsOf(connection, sql));
const countOf = (file: string) => `select count(*)::int from read_csv('${file}')`;

test('a shared database reads its file and folder, and no other file', async () => {
  const written = join(folder, 'rows.parquet');
  await withSharedDuckDb({ path, folder }, async () => {
    await run([path, written], `copy (from read_csv('${path}')) to '${written}'`);
    expect(await run([written], `select count(*)::int from '${written}'`)).toEqual([[1]]);
    await expect(run([path], countOf(other))).rejects.toThrow('disabled');
    await expect(run([path], `select count(*)::int from '${folder}/../other.csv'`)).rejects.toThrow(
      'disabled',
    );
    await expect(run([path], 'set enable_external_access = true')).rejects.toThrow();
    // Files elsewhere get a database of their own.
    expect(await run([other], countOf(other))).toEqual([[1]]);
  });
  expect(await run([other], countOf(other))).toEqual([[1]]);
});
