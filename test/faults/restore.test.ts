import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBackups } from '../../src/platform/backup/keep-backups.ts';
import type { BackupManifest } from '../../src/platform/backup/manifest.ts';
import { restoreBackup } from '../../src/platform/backup/restore-backup.ts';
import { openLocalFileStore } from '../../src/platform/files/local.ts';
import { startPrepared } from '../support/prepared.ts';
import { root, type Sandbox, startSandbox } from '../support/sandbox.ts';
import { SUPERADMIN, setUpSuperadmin, signedIn } from '../support/users.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox restores '));
let backup: string;
let copies = 0;
const started: Sandbox[] = [];

const run = (args: string[], dataDir: string) =>
  promisify(execFile)(
    join(root, 'node_modules/.bin/node'),
    [join(root, 'src/cli/sandbox.mjs'), ...args],
    { env: { ...process.env, DATA_DIR: dataDir } },
  );

beforeAll(async () => {
  const sandbox = await startPrepared();
  await setUpSuperadmin(sandbox);
  const to = join(folder, 'backups');
  await run(['backup', to], sandbox.dataDir);
  backup = join(to, listBackups(to)[0]!);
  await sandbox.stop();
}, 300_000);
afterAll(async () => {
  await Promise.all(started.map((each) => each.stop()));
  rmSync(folder, { recursive: true, force: true });
});

type Edit = (manifest: BackupManifest, from: string) => void;

function edited(edit: Edit): string {
  copies += 1;
  const from = join(folder, `copy ${copies}`);
  execFileSync('cp', ['-al', backup, from]);
  const path = join(from, 'backup.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as BackupManifest;
  edit(manifest, from);
  rmSync(path);
  writeFileSync(path, JSON.stringify(manifest));
  return from;
}

async function restore(from: string): Promise<string> {
  const dataDir = join(folder, 'a', 'b', `target ${copies}`);
  const files = openLocalFileStore(join(dataDir, 'storage'));
  try {
    await restoreBackup({ from, dataDir, files });
    return 'restored';
  } catch (error) {
    expect(existsSync(dataDir)).toBe(false);
    return (error as Error).message;
  }
}

function replace(manifest: BackupManifest, from: string, [path, text]: [string, string]) {
  rmSync(join(from, path), { force: true });
  writeFileSync(join(from, path), text);
  const sha256 = createHash('sha256').update(text).digest('hex');
  manifest.files = manifest.files.filter((file) => file.path !== path);
  manifest.files.push({ path, size: Buffer.byteLength(text), sha256 });
}

const embedded = ({ database }: BackupManifest) => {
  if (database.kind !== 'embedded') throw new Error('expected an embedded database');
  return database;
};
const without = (part: string): Edit => {
  return (manifest) => {
    const files = manifest.files.filter(({ path }) => !path.startsWith(part));
    expect(files.length).toBeLessThan(manifest.files.length);
    manifest.files = files;
  };
};

const ATTACKS: [string, Edit, RegExp][] = [
  [
    'folders outside the target',
    (manifest) => embedded(manifest).folders.push('../../../outside'),
    /outside the backup/,
  ],
  ['a manifest without files', (manifest) => manifest.files.splice(0), /names no database/],
  [
    'no control file',
    without('postgres/global/pg_control'),
    /names no postgres\/global\/pg_control/,
  ],
  ['no label', without('postgres/backup_label'), /names no postgres\/backup_label/],
  ['no write-ahead log', without('postgres/pg_wal'), /names no postgres\/pg_wal/],
  ['no files of a database', without('postgres/base'), /names no database/],
  ['a database without its map', without('postgres/base/1/pg_filenode.map'), /pg_filenode/],
  [
    'a link in place of a file',
    (_manifest, from) => {
      rmSync(join(from, 'secret-key'));
      symlinkSync('/etc/hostname', join(from, 'secret-key'));
    },
    /no regular file/,
  ],
  [
    'a link to a device',
    (_manifest, from) => {
      rmSync(join(from, 'postgres/PG_VERSION'));
      symlinkSync('/dev/zero', join(from, 'postgres/PG_VERSION'));
    },
    /no regular file/,
  ],
  [
    'a pipe',
    (_manifest, from) => {
      rmSync(join(from, 'secret-key'));
      execFileSync('mkfifo', [join(from, 'secret-key')]);
    },
    /no regular file/,
  ],
  [
    'a linked folder on the way',
    (_manifest, from) => {
      renameSync(join(from, 'postgres/global'), join(from, 'elsewhere'));
      symlinkSync(join(from, 'elsewhere'), join(from, 'postgres/global'));
    },
    /no regular file/,
  ],
  [
    'a file longer than declared',
    (manifest, from) => {
      replace(manifest, from, ['secret-key', 'x'.repeat(100)]);
      manifest.files.at(-1)!.size = 10;
    },
    /has 100 bytes, and 10 in the manifest/,
  ],
  [
    'a changed file',
    (_manifest, from) => {
      const { length } = readFileSync(join(from, 'secret-key'));
      rmSync(join(from, 'secret-key'));
      writeFileSync(join(from, 'secret-key'), 'x'.repeat(length));
    },
    /SHA-256 differs/,
  ],
  [
    'a map of tablespaces',
    (manifest, from) => replace(manifest, from, ['postgres/tablespace_map', '1 /tmp/elsewhere\n']),
    /tablespace_map does not belong/,
  ],
  [
    'a signal to recover',
    (manifest, from) => replace(manifest, from, ['postgres/recovery.signal', '']),
    /recovery.signal does not belong/,
  ],
  [
    'a claim of a running server',
    (manifest, from) => replace(manifest, from, ['in-use', '1']),
    /in-use does not belong/,
  ],
];

test('the untouched backup is restored', async () => {
  expect(await restore(edited(() => {}))).toBe('restored');
});

/** Each attack restores a backup; in each run one of every kind of check. */
const QUICK = ['a link to a device', 'a changed file', 'a map of tablespaces'];
const tried = process.env.TEST_LONG ? ATTACKS : ATTACKS.filter(([name]) => QUICK.includes(name));

test.each(tried)('refused: %s', { timeout: 60_000 }, async (_name, edit, message) => {
  expect(await restore(edited(edit))).toMatch(message);
  expect(readdirSync(folder).sort()).toEqual(
    ['a', 'backups', ...Array.from({ length: copies }, (_, i) => `copy ${i + 1}`)].sort(),
  );
});

test('commands in settings of a backup do not run; the restored sandbox works', async () => {
  const ran = join(folder, 'ran');
  const command = `sh -c 'touch "${ran}"'`;
  const from = edited((manifest, path) => {
    const settings = `archive_mode = 'always'\narchive_timeout = 1\narchive_command = '${command.replaceAll("'", "''")}'\nrestore_command = '${command.replaceAll("'", "''")}'\n`;
    replace(manifest, path, ['postgres/postgresql.auto.conf', settings]);
    replace(manifest, path, ['postgres/pg_hba.conf', 'host all all 0.0.0.0/0 trust\n']);
  });
  const dataDir = join(folder, 'commanded');
  const { stdout } = await run(['restore', from], dataDir);
  expect(JSON.parse(stdout)).toMatchObject({ missing: [] });
  const sandbox = await startSandbox({ dataDir, keep: true });
  started.push(sandbox);
  const client = await signedIn(sandbox, SUPERADMIN);
  expect((await client.from('profiles').select('id')).data).toHaveLength(1);
  expect(existsSync(ran)).toBe(false);
  expect(readFileSync(join(dataDir, 'postgres/pg_hba.conf'), 'utf8')).not.toContain('trust');
});
