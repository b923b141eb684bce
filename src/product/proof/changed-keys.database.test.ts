import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { longTest } from '../../../test/support/long-test.ts';
import { tesseraFsck, tesseraSays } from '../../../test/support/tessera-fsck.ts';
import { newVerdict } from '../../cli/verify/findings.ts';
import { verifyLog } from '../../cli/verify/verify-log.ts';
import { formatKey, parseNote } from '../../engines/provenance/note.ts';
import { replaceLostKey, rotateKey } from './change-key.ts';
import { keySource } from './key-source.ts';
import { readKeys, storeReader } from './log-files.ts';
import { openLogKey, ownKeys } from './log-key.ts';
import { logKeysIn } from './log-keys.ts';
import { sealLog } from './seal-log.ts';
import { type LogUnderTest, openLogUnderTest } from './sealed-log.fixture.ts';

const opened = startBeforeTests(async () => {
  const logs: LogUnderTest[] = [];
  return {
    open: async () => {
      const log = await openLogUnderTest();
      logs.push(log);
      await log.write(300);
      await sealLog(log.sealing);
      return log;
    },
    close: async () => {
      for (const log of logs) await log.close();
    },
  };
});
let log: LogUnderTest;
const path = () => join(log.folder, 'log-key');
const changed = () => ({ pool: log.sealing.pool, files: log.files, path: path() });
const keyNow = () => openLogKey(path(), 'unused.example');

beforeEach(async () => {
  log = await opened.open();
});

async function verified(keys: string, since: string | null = null) {
  const verdict = newVerdict();
  const trust = { log: logKeysIn(keys, 'keys'), witnesses: [], authorities: [], since };
  await verifyLog(storeReader(log.files), trust, verdict);
  return verdict;
}

const kinds = async () => {
  const { rows } = await log.db.database.owner.query<{ kind: string }>(
    "select kind from log.leaves where kind like 'log.%' order by seq",
  );
  return rows.map(({ kind }) => kind);
};
const published = async () => (await readKeys(storeReader(log.files)))!;
const noteNow = () => readFileSync(join(log.folder, 'storage/log/checkpoint'), 'utf8');

test('after two rotations verifiers with the first, second and third keys accept the log', async () => {
  const keys = [await published()];
  const since = noteNow();
  for (const _ of [1, 2]) {
    const { keys: next, oldFile } = await rotateKey(changed());
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    expect(existsSync(oldFile!)).toBe(true);
    keys.push(next);
    await log.write(3);
    expect(await sealLog({ ...log.sealing, key: keyNow() })).not.toBeNull();
  }
  expect(await published()).toBe(keys[2]);
  for (const each of keys) {
    const { broken, checked } = await verified(each, since);
    expect([broken, checked]).toEqual([
      [],
      [
        expect.stringMatching(/^All 308 entries/),
        'The first 300 entries match the earlier checkpoint.',
      ],
    ]);
  }
  expect(await kinds()).toEqual(['log.key_rotated', 'log.key_rotated']);
});

test('a host with the replaced key signs nothing, and the log does not halt', async () => {
  const { keys } = await rotateKey(changed());
  const note = noteNow();
  await log.write(3);
  await expect(sealLog(log.sealing)).rejects.toThrow('contains a key that was replaced');
  expect(noteNow()).toBe(note);
  const { rows } = await log.db.database.owner.query('select * from log.halted');
  expect(rows).toEqual([]);
  // A leaked key signs on in a copy: verifiers with the new keys refuse it.
  await sealLog({ ...log.sealing, key: keyNow() });
  const { size } = (await sealLog({ ...log.sealing, key: keyNow() }))!;
  const text = parseNote(noteNow())!.text;
  const { signatureLine } = await import('../../engines/provenance/note.ts');
  const forged = `${text}\n${signatureLine(text, log.key.noteKey, log.key.sign)}`;
  writeFileSync(join(log.folder, 'storage/log/checkpoint'), forged);
  const { broken } = await verified(keys);
  expect(broken).toEqual([expect.objectContaining({ kind: 'key replaced', entry: 300 })]);
  expect(size).toBe(304);
});

test('an interrupted rotation is completed by the next one', async () => {
  cpSync(path(), join(log.folder, 'first-key'));
  await rotateKey(changed());
  // As before the new key took its place: published, but only a draft.
  renameSync(path(), `${path()}.next`);
  renameSync(join(log.folder, 'first-key'), path());
  await expect(sealLog(log.sealing)).rejects.toThrow('run sandbox log rotate-key again');
  const { keys, size } = await rotateKey(changed());
  expect([existsSync(`${path()}.next`), size, await published()]).toEqual([false, 301, keys]);
  expect((await verified(keys)).broken).toEqual([]);
});

test('a draft that was not published is written again', async () => {
  openLogKey(`${path()}.next`, 'sandbox.example');
  expect((await rotateKey(changed())).size).toBe(301);
});

test('without its key the log halts with the way out, and continues under a new key', async () => {
  const before = await published();
  const since = noteNow();
  rmSync(path());
  const keyOf = keySource(path(), 'sandbox.example');
  await expect(keyOf(log.sealing.pool, log.files)).rejects.toThrow('replace-lost-key');
  expect(existsSync(path())).toBe(false);
  const { keys } = await replaceLostKey(changed());
  expect((await keyOf(log.sealing.pool, log.files)).noteKey).toEqual(keyNow().noteKey);
  expect((await verified(keys, since)).broken).toEqual([]);
  const { broken } = await verified(before, since);
  expect(broken).toEqual([
    {
      kind: 'key swapped',
      entry: null,
      what: expect.stringContaining('It states that its key was lost after 300 entries'),
    },
  ]);
  expect(await kinds()).toEqual(['log.key_lost']);
  await expect(replaceLostKey(changed())).rejects.toThrow('log rotate-key');
});

test('a new log gets a key, and one with another key halts', async () => {
  const other = join(log.folder, 'other');
  const stranger = openLogKey(other, 'sandbox.example');
  await expect(sealLog({ ...log.sealing, key: stranger })).rejects.toThrow('a different key');
  expect(formatKey(stranger.noteKey)).not.toBe(formatKey(log.key.noteKey));
});

longTest(
  'two hosts that seal one log at once, through a rotation, never fork',
  {
    timeout: 60_000,
  },
  async () => {
    const host = () =>
      spawn(
        process.execPath,
        [join(import.meta.dirname, 'seal-host.fixture.ts'), log.db.logUrl, log.folder],
        { stdio: ['pipe', 'pipe', 'inherit'] },
      );
    const hosts = [host(), host()];
    for (const { stdout } of hosts) await once(stdout, 'data');
    for (let round = 0; round < 20; round++) {
      await log.write(40);
      await sleep(10);
      if (round === 10) await rotateKey(changed());
    }
    const ends = await Promise.all(
      hosts.map((each) => {
        each.stdin.end();
        return once(each, 'exit');
      }),
    );
    expect(ends).toEqual([
      [0, null],
      [0, null],
    ]);
    await sealLog({ ...log.sealing, key: keyNow() });
    const keys = await published();
    const { rows } = await log.db.database.owner.query<{ note: string }>(
      'select note from log.checkpoints order by size',
    );
    expect(rows.length).toBeGreaterThan(3);
    for (const { note } of rows) expect((await verified(keys, note)).broken).toEqual([]);
    expect(ownKeys(keyNow()).keys).toHaveLength(2);
  },
);

const fsck = process.env.TEST_LONG === undefined ? null : tesseraFsck();
test.runIf(fsck !== null)("Tessera's fsck accepts a log with a rotated key", async () => {
  const { keys } = await rotateKey(changed());
  const folder = join(log.folder, 'storage/log');
  const vkey = keys.split('\n')[0]!;
  expect(tesseraSays(fsck!, { folder, vkey })).toContain('Successfully');
});
