import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isDue } from './schedule-backups.ts';

const folder = mkdtempSync(join(tmpdir(), 'backups '));
afterAll(() => rmSync(folder, { recursive: true }));

test('a backup is due without one, and once the newest finished one is older than the hours given', () => {
  const backups = { folder, hours: 24, keep: 7 };
  const due = (time: string) => isDue(backups, new Date(time));
  expect(due('2026-01-01T00:00:00Z')).toBe(true);
  const newest = join(folder, '2026-01-01T00-00-00Z');
  mkdirSync(newest);
  expect(due('2026-01-01T00:01:00Z')).toBe(true);
  writeFileSync(join(newest, 'backup.json'), '{}');
  expect(due('2026-01-01T00:01:00Z')).toBe(false);
  expect(due('2026-01-01T23:59:59Z')).toBe(false);
  expect(due('2026-01-02T00:00:00Z')).toBe(true);
});
