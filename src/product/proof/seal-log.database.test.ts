import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { tesseraFsck, tesseraSays } from '../../../test/support/tessera-fsck.ts';
import { decodeEntry } from '../../engines/provenance/log-entry.ts';
import { leafHash, treeRoot } from '../../engines/provenance/merkle.ts';
import { changedTiles } from '../../engines/provenance/tiles.ts';
import { readEntries, readPublished, storeReader } from './log-files.ts';
import { openLogKey, ownKeys, publicKeys } from './log-key.ts';
import { SEAL_STEPS, sealLog } from './seal-log.ts';
import { openLogUnderTest } from './sealed-log.fixture.ts';

const log = startBeforeTests(openLogUnderTest);

const asAdministrator = async (sql: string) => {
  const client = new pg.Client({ connectionString: log.db.url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
};

async function publishedEntries() {
  const reader = storeReader(log.files);
  const published = (await readPublished(reader, ownKeys(log.key)))!;
  const bytes: Uint8Array[] = [];
  for (const tile of changedTiles(0, published.size, 'entries')) {
    bytes.push(...(await readEntries(reader, tile)));
  }
  expect(bytes).toHaveLength(published.size);
  expect(Buffer.from(treeRoot(bytes.map(leafHash)))).toEqual(Buffer.from(published.root));
  return bytes.map((entry) => decodeEntry(entry)!);
}

function expectNoGaps(entries: Awaited<ReturnType<typeof publishedEntries>>) {
  const next = new Map<string | null, number>();
  for (const [i, entry] of entries.entries()) {
    const place = (next.get(entry.organization) ?? 0) + 1;
    expect([entry.seq, entry.organization_seq]).toEqual([i, place]);
    next.set(entry.organization, place);
  }
}

beforeEach(async () => {
  await sealLog(log.sealing);
});

test('the key is for its owner alone, and the same when it is opened again', () => {
  const path = join(log.folder, 'log-key');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const again = openLogKey(path, 'another.example');
  expect(again.origin).toBe(log.key.origin);
  expect(again.origin).toMatch(/^sandbox\.example\/log\/[0-9a-f]{8}$/);
});

test('entries of 32 writers get places without gaps, whatever two sequencers do at once', async () => {
  const before = (await publishedEntries()).length;
  const writing = log.write(1600, 32);
  let written = false;
  const done = writing.then(() => {
    written = true;
  });
  while (!written) await Promise.all([sealLog(log.sealing), sealLog(log.sealing)]);
  await done;
  await sealLog(log.sealing);
  const entries = await publishedEntries();
  expect(entries).toHaveLength(before + 1600);
  expectNoGaps(entries);
  expect(await asAdministrator('select * from log.outbox')).toEqual([]);
});

test.each(SEAL_STEPS)(
  'sealing that ends before step "%s" resumes without fork or gap',
  async (step) => {
    const before = (await publishedEntries()).length;
    await log.write(300);
    const ended = sealLog({
      ...log.sealing,
      onStep: (name) => {
        if (name === step) throw new Error('ended');
      },
    });
    await expect(ended).rejects.toThrow('ended');
    await log.write(7);
    await sealLog(log.sealing);
    const entries = await publishedEntries();
    expect(entries).toHaveLength(before + 307);
    expectNoGaps(entries);
  },
);

test('rebuilds lost files from the database, byte for byte', async () => {
  const before = (await readPublished(storeReader(log.files), ownKeys(log.key)))!;
  for await (const { key } of log.files.list('log/')) await log.files.remove(key);
  await sealLog(log.sealing);
  const after = (await readPublished(storeReader(log.files), ownKeys(log.key)))!;
  expect(after.note).toBe(before.note);
});

/** Restored from a backup with pending entries; 300 reach the next tile level. */
test.each([1, 300])(
  'so are those of a log to which %i entries came after the last signature',
  async (added) => {
    const before = (await publishedEntries()).length;
    await log.write(added);
    for await (const { key } of log.files.list('log/')) await log.files.remove(key);
    await sealLog(log.sealing);
    expectNoGaps(await publishedEntries());
    expect(await publishedEntries()).toHaveLength(before + added);
    expect(await asAdministrator('select reason from log.halted')).toEqual([]);
  },
);

const fsck = process.env.TEST_LONG === undefined ? null : tesseraFsck();
test.runIf(fsck !== null)(
  "Tessera's fsck derives a log of 100,000 entries of 32 writers again, and not one that was changed",
  { timeout: 400_000 },
  async () => {
    const before = (await publishedEntries()).length;
    const writing = (async () => {
      for (let round = 0; round < 25; round++) await log.write(4000, 32);
    })();
    const isSealed = async () => {
      const size = (await readPublished(storeReader(log.files), ownKeys(log.key)))!.size;
      return size === before + 100_000;
    };
    while (!(await isSealed())) await Promise.all([sealLog(log.sealing), sealLog(log.sealing)]);
    await writing;
    expectNoGaps(await publishedEntries());
    const vkey = publicKeys(log.key).split('\n')[0]!;
    const folder = join(log.folder, 'storage/log');
    expect(tesseraSays(fsck!, { folder, vkey })).toContain('Successfully');
    const copy = join(log.folder, 'changed');
    cpSync(folder, copy, { recursive: true });
    const bundle = join(copy, 'tile/entries/200');
    const bytes = readFileSync(bundle);
    bytes[100]! ^= 1;
    writeFileSync(bundle, bytes);
    const output = tesseraSays(fsck!, { folder: copy, vkey, timeout: 20_000 });
    expect(output).not.toContain('Successfully');
  },
);

test('another key, and a database that lost entries, are not signed over; approvals wait', async () => {
  await log.write(5);
  await sealLog(log.sealing);
  const other = openLogKey(join(log.folder, 'other-key'), 'sandbox.example');
  await expect(sealLog({ ...log.sealing, key: other })).rejects.toThrow('a different key');

  const cut = await asAdministrator(
    'delete from log.leaves where seq >= (select max(seq) - 2 from log.leaves) returning *',
  );
  expect(cut).toHaveLength(3);
  await expect(sealLog(log.sealing)).rejects.toThrow('restored from an older backup or truncated');
  await expect(log.db.database.owner.query('select private.require_live_log()')).rejects.toThrow(
    'Approvals wait',
  );

  // New entries replace deleted ones, so that the log's length is unchanged.
  await asAdministrator(
    `insert into log.leaves (seq, organization, organization_seq, kind, subject, at, entry, hash)
     select n, 'x', n + 1, 'a.b', 'c', now(), 'forged', '' from generate_series(
       (select max(seq) + 1 from log.leaves), (select max(seq) + 4 from log.leaves)) n`,
  );
  await expect(sealLog(log.sealing)).rejects.toThrow('differ from the signed ones');
});
