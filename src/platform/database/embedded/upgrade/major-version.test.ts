import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbeddedServer } from '../server.ts';
import { differences } from './contents.ts';
import { endInterruptedUpgrade } from './major-version.ts';
import { findOldPrograms } from './old-programs.ts';
import { upgradeDatabase } from './upgrade-database.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox major '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function putDatabase(name: string, version: string): void {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'PG_VERSION'), `${version}\n`);
}

test('a database of an earlier version of PostgreSQL is refused with what to run, and left as it is', async () => {
  putDatabase('postgres', '15');
  await expect(startEmbeddedServer(folder)).rejects.toThrow(
    /created by PostgreSQL 15; this version of the sandbox includes PostgreSQL \d+\. Run: npx --no-install sandbox upgrade-database .*Nothing was changed\.$/,
  );
  expect(readdirSync(folder)).toEqual(['postgres']);
});

test('a database of a later version is refused, by the upgrade as well', async () => {
  putDatabase('postgres', '99');
  const refusal = /created by PostgreSQL 99; .*, which can't read it\./;
  await expect(startEmbeddedServer(folder)).rejects.toThrow(refusal);
  await expect(upgradeDatabase(folder, { bin: null, archive: null })).rejects.toThrow(refusal);
});

test('an upgrade that was interrupted between its renames is ended', async () => {
  putDatabase('postgres-15', '15');
  putDatabase('postgres-upgraded', '18');
  await endInterruptedUpgrade(folder);
  expect(readdirSync(folder).sort()).toEqual(['postgres', 'postgres-15']);
  expect(readFileSync(join(folder, 'postgres', 'PG_VERSION'), 'utf8')).toBe('18\n');
});

test('before the first of them the one before stays in its place', async () => {
  putDatabase('postgres', '15');
  putDatabase('postgres-upgraded', '18');
  await endInterruptedUpgrade(folder);
  expect(readFileSync(join(folder, 'postgres', 'PG_VERSION'), 'utf8')).toBe('15\n');
});

test('programs that are not there are named', () => {
  expect(() => findOldPrograms(15, folder)).toThrow(
    `the programs of PostgreSQL 15 (postgres, pg_dump, pg_dumpall, psql), not found in ${folder}.`,
  );
});

test('a log that was archived before is in the way', async () => {
  putDatabase('postgres', '15');
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const name of ['postgres', 'pg_dump', 'pg_dumpall', 'psql'])
    writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} (PostgreSQL) 15.20"\n`, {
      mode: 0o755,
    });
  await expect(upgradeDatabase(folder, { bin, archive: folder })).rejects.toThrow(
    'contains the write-ahead log of PostgreSQL 15. Set BACKUP_DIR to a new folder',
  );
});

test('what differs between two databases is named with both', () => {
  const before = { 'rows a': '3', 'rows b': '2' };
  expect(differences(before, { 'rows a': '3', 'rows c': '1' })).toEqual([
    'rows b: 2 before, none after',
    'rows c: none before, 1 after',
  ]);
});
