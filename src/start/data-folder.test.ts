import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDataFolder } from './data-folder.ts';

let parent: string;
let umask: number;
beforeEach(() => {
  umask = process.umask(0o022);
  parent = mkdtempSync(join(tmpdir(), 'data folder '));
});
afterEach(() => {
  process.umask(umask);
  rmSync(parent, { recursive: true, force: true });
});

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('a new folder and later files in it are private to the owner', () => {
  const folder = join(parent, 'new', 'data');
  expect(openDataFolder(folder)).toEqual([]);
  mkdirSync(join(folder, 'storage'));
  writeFileSync(join(folder, 'storage', 'rows'), 'rows');
  expect([folder, join(folder, 'storage'), join(folder, 'storage', 'rows')].map(modeOf)).toEqual([
    '700',
    '700',
    '600',
  ]);
});

test('a data folder from before is tightened, work files included', () => {
  const folder = join(parent, 'data');
  const work = join(folder, 'work', 'upload-1');
  mkdirSync(work, { recursive: true });
  mkdirSync(join(folder, 'postgres'));
  writeFileSync(join(folder, 'postgres-password'), 'x', { mode: 0o644 });
  writeFileSync(join(work, 'rows.parquet'), 'rows');
  const paths = [
    folder,
    join(folder, 'work'),
    work,
    join(work, 'rows.parquet'),
    join(folder, 'postgres-password'),
  ];
  expect(paths.map(modeOf)).toEqual(['755', '755', '755', '644', '644']);
  expect(openDataFolder(folder)).toEqual([]);
  expect(paths.map(modeOf)).toEqual(['700', '700', '700', '600', '600']);
  expect(modeOf(join(folder, 'postgres'))).toBe('755');
});

test('a folder with other content is left unchanged, and reported', () => {
  writeFileSync(join(parent, 'letters.txt'), 'x');
  chmodSync(parent, 0o755);
  expect(openDataFolder(parent)).toEqual([`${parent} can be read by other users of this machine.`]);
  expect(modeOf(parent)).toBe('755');
  expect(modeOf(join(parent, 'letters.txt'))).toBe('644');
});
