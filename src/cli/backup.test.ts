import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { backupCommand } from './backup.ts';
import { rotateKeysCommand } from './keys.ts';
import { restoreCommand } from './restore.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup command '));
  vi.stubEnv('DATA_DIR', join(folder, 'data'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  ['backup', () => backupCommand([join(folder, 'backups')])],
  ['keys rotate', () => rotateKeysCommand()],
])('%s makes no sandbox where DATA_DIR names none', async (_, command) => {
  await expect(command()).rejects.toThrow(
    `${join(folder, 'data')} contains no sandbox. Set DATA_DIR to its folder.`,
  );
  expect(existsSync(join(folder, 'data'))).toBe(false);
  expect(existsSync(join(folder, 'backups'))).toBe(false);
});

test('a time is refused before anything is copied if the backup has no write-ahead log', async () => {
  const from = join(folder, 'by hand', '2026-01-31T14-00-00Z');
  mkdirSync(from, { recursive: true });
  const database = {
    kind: 'embedded',
    major: 18,
    startLsn: '0/2000028',
    stopLsn: '0/2000120',
    startWal: '000000010000000000000002',
    folders: [],
  };
  const manifest = {
    version: 1,
    product: '0.1.0',
    at: '2026-01-31T14:00:00Z',
    database,
    files: [],
  };
  writeFileSync(join(from, 'backup.json'), JSON.stringify(manifest));
  await expect(restoreCommand([from, '--to-time', '2026-01-31T14:02:00Z'])).rejects.toThrow(
    `${join(folder, 'by hand', 'wal')} is missing: --to-time requires a backup in BACKUP_DIR`,
  );
  expect(existsSync(join(folder, 'data'))).toBe(false);
});
