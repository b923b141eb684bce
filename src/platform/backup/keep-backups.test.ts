import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backupName, keepNewest, listBackups, timeOfBackup } from './keep-backups.ts';
import { readManifest } from './manifest.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'backups '));
});
afterEach(() => rmSync(place, { recursive: true }));

function makeBackup(name: string, startWal: string): void {
  mkdirSync(join(place, name));
  const database = {
    kind: 'embedded',
    major: 18,
    startLsn: '0/1',
    stopLsn: '0/2',
    startWal,
    folders: [],
  };
  const manifest = { version: 1, product: '1.0.0', at: '2026-01-01T00:00:00.000Z', database };
  writeFileSync(join(place, name, 'backup.json'), JSON.stringify({ ...manifest, files: [] }));
}

test('a backup is named for its time', () => {
  const time = new Date('2026-01-31T14:02:09.500Z');
  expect(backupName(time)).toBe('2026-01-31T14-02-09Z');
  expect(timeOfBackup(backupName(time))).toEqual(new Date('2026-01-31T14:02:09Z'));
});

test('the newest stay, and the log that they need; unfinished ones and other folders are no backups', () => {
  makeBackup('2026-01-01T00-00-00Z', '000000010000000000000002');
  makeBackup('2026-01-02T00-00-00Z', '000000010000000000000005');
  makeBackup('2026-01-03T00-00-00Z', '000000010000000000000009');
  for (const name of ['2026-01-04T00-00-00Z', '2025-12-31T00-00-00Z.unfinished', 'mine', 'wal'])
    mkdirSync(join(place, name));
  const log = ['000000010000000000000004', '000000010000000000000005', '00000002.history'];
  for (const name of log) writeFileSync(join(place, 'wal', name), '');
  expect(listBackups(place)).toHaveLength(3);
  expect(keepNewest(place, 2)).toEqual(['2026-01-01T00-00-00Z']);
  expect(readdirSync(place).sort()).toEqual([
    '2026-01-02T00-00-00Z',
    '2026-01-03T00-00-00Z',
    '2026-01-04T00-00-00Z',
    'mine',
    'wal',
  ]);
  expect(readdirSync(join(place, 'wal'))).toEqual(log.slice(1));
});

test('a folder without its manifest, or with one that is cut, holds no backup', () => {
  expect(() => readManifest(place)).toThrow(/contains no finished backup: backup.json is missing/);
  writeFileSync(join(place, 'backup.json'), '{"version": 1,');
  expect(() => readManifest(place)).toThrow(/backup.json can't be read/);
  expect(listBackups(join(place, 'nowhere'))).toEqual([]);
  expect(existsSync(join(place, 'nowhere'))).toBe(false);
});
