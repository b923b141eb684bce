import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { longTest } from '../../../test/support/long-test.ts';
import { tesseraFsck, tesseraSays } from '../../../test/support/tessera-fsck.ts';
import { checkDatabase } from '../../cli/verify/check-database.ts';
import { newVerdict } from '../../cli/verify/findings.ts';
import { verifyLog } from '../../cli/verify/verify-log.ts';
import { rotateKey } from './change-key.ts';
import { storeReader } from './log-files.ts';
import { openLogKey, publicKeys } from './log-key.ts';
import { logKeysIn } from './log-keys.ts';
import { restoreLog } from './restore-log.ts';
import { sealLog } from './seal-log.ts';
import { type LogUnderTest, openLogUnderTest } from './sealed-log.fixture.ts';

const opened = startBeforeTests(async () => {
  const logs: LogUnderTest[] = [];
  return {
    open: async () => {
      const log = await openLogUnderTest();
      logs.push(log);
      return log;
    },
    close: async () => {
      for (const log of logs) await log.close();
    },
  };
});
let log: LogUnderTest;
const storage = () => join(log.folder, 'storage/log');
const key = () => openLogKey(join(log.folder, 'log-key'), 'unused.example');
const sealing = () => ({ ...log.sealing, key: key() });
const restore = () => restoreLog(sealing());
const noteNow = () => readFileSync(join(storage(), 'checkpoint'), 'utf8');

async function asAdministrator(...statements: string[]) {
  const client = new pg.Client({ connectionString: log.db.url });
  await client.connect();
  try {
    for (const sql of statements) await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Takes the database back to an earlier size, where the later entries wait or do not exist. */
const asOf = (size: number, waiting = 0) =>
  asAdministrator(
    `insert into log.outbox (kind, organization, subject, sha256, detail, at)
     select kind, organization, subject, sha256, convert_from(entry, 'UTF8')::jsonb -> 'detail', at
       from log.leaves where seq >= ${size} and seq < ${size + waiting}`,
    `delete from log.leaves where seq >= ${size}`,
    `delete from log.checkpoints where size > ${size}`,
  );

async function verdictNow(since: string) {
  const verdict = newVerdict();
  const trust = {
    log: logKeysIn(publicKeys(key()), 'the key'),
    witnesses: [],
    authorities: [],
    since,
  };
  const { files } = log;
  const checkpoint = await verifyLog(storeReader(files), trust, verdict);
  expect(verdict.broken).toEqual([]);
  await checkDatabase({ database: log.db.database, files, checkpoint: checkpoint!, verdict });
  return verdict;
}

beforeEach(async () => {
  log = await opened.open();
  for (const entries of [300, 30]) {
    await log.write(entries);
    await sealLog(sealing());
  }
});

longTest('lost, damaged and older tiles are written from the database again', async () => {
  const tile = (name: string) => join(storage(), 'tile', name);
  const older = join(log.folder, 'older');
  cpSync(storage(), older, { recursive: true });
  await log.write(400);
  await sealLog(sealing());
  const note = noteNow();
  for (const lose of [
    () => rmSync(storage(), { recursive: true }),
    () => rmSync(tile('entries/000')),
    () => writeFileSync(tile('0/000'), 'x'),
    () => {
      rmSync(storage(), { recursive: true });
      cpSync(older, storage(), { recursive: true });
    },
  ]) {
    lose();
    expect(await restore()).toEqual({ size: 730, missing: null });
    expect((await verdictNow(note)).broken).toEqual([]);
    expect(noteNow()).toBe(note);
  }
});

test('an older database gets its entries from the tiles, which the log records', async () => {
  const note = noteNow();
  await asOf(290, 5);
  await expect(sealLog(sealing())).rejects.toThrow('sandbox log restore');
  await log.write(3);
  const { size, missing } = await restore();
  expect([size, missing?.from, missing?.to]).toEqual([330, 290, 330]);
  expect(missing?.kinds).toEqual({ 'data.exported': 40 });
  // One entry for each organization and one for the sandbox, besides the three that waited.
  expect((await sealLog(sealing()))?.size).toBe(330 + 3 + 3);
  const { broken, unchecked } = await verdictNow(note);
  expect(broken).toEqual([]);
  expect(unchecked).toContainEqual(expect.stringContaining('40 entries are only on the log'));
  expect(await restore()).toEqual({ size: 336, missing: null });
});

test('a lost database gets all entries from the tiles', async () => {
  const note = noteNow();
  await asOf(0);
  expect((await restore()).missing?.from).toBe(0);
  await sealLog(sealing());
  expect((await verdictNow(note)).broken).toEqual([]);
});

test('sides that disagree, or both lack an entry, are refused with the place', async () => {
  const fake = (seq: number) =>
    `update log.leaves set entry = replace(convert_from(entry, 'UTF8'), 'file', 'fake')::bytea where seq = ${seq}`;
  await asAdministrator('create table public.kept_leaves as select * from log.leaves');
  const bundle = join(storage(), 'tile/entries/000');
  const bytes = readFileSync(bundle);
  for (const [sql, refusal, lost] of [
    ["update log.leaves set entry = entry || ' ' where seq = 17", 'Entry 17 differs', null],
    ['delete from log.leaves where seq = 17', 'Entry 17 is missing from the database', null],
    [fake(320), 'Entry 320 differs between tiles and database', null],
    ['delete from log.leaves where seq >= 100', 'Entry 100 is neither', bundle],
    [fake(5), 'Entry 5 differs from its hash in the tree', bundle],
    [fake(5), 'The first 330 entries do not lead to the signed root', join(storage(), 'tile')],
  ] as const) {
    await asAdministrator(sql);
    if (lost !== null) rmSync(lost, { recursive: true });
    const note = noteNow();
    await expect(restore()).rejects.toThrow(refusal);
    expect(noteNow()).toBe(note);
    if (lost === null) expect(readFileSync(bundle)).toEqual(bytes);
    await asAdministrator(
      'delete from log.leaves',
      'insert into log.leaves select * from public.kept_leaves',
    );
    expect(await restore()).toEqual({ size: 330, missing: null });
  }
});

test('a log with a rotated key is restored', async () => {
  const note = noteNow();
  const { pool, files } = log.sealing;
  await rotateKey({ pool, files, path: join(log.folder, 'log-key') });
  await asOf(200);
  await restore();
  await sealLog(sealing());
  expect((await verdictNow(note)).broken).toEqual([]);
});

const fsck = process.env.TEST_LONG === undefined ? null : tesseraFsck();
test.runIf(fsck !== null)("Tessera's fsck accepts restored logs", async () => {
  const vkey = publicKeys(key()).split('\n')[0]!;
  const says = () => tesseraSays(fsck!, { folder: storage(), vkey });
  rmSync(join(storage(), 'tile'), { recursive: true });
  await restore();
  expect(says()).toContain('Successfully');
  await asOf(10);
  await restore();
  await sealLog(sealing());
  expect(says()).toContain('Successfully');
});
