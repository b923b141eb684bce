import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { openNotifications } from '../jobs/notifications.ts';
import { fileKey } from './context.ts';
import {
  DELETED_FILES,
  keepRemovingDeletedFiles,
  removeDeletedFiles,
} from './remove-deleted-files.ts';
import { startOwnFolderHost } from './storage-host.fixture.ts';

const host = startBeforeTests(startOwnFolderHost);
const log = pino({ level: 'silent' });

beforeEach(() => removeDeletedFiles(parts()));

const parts = (remove = host.files.remove) => ({
  database: host.db.database,
  files: { remove },
  log,
});
const upload = async (name: string, text: string) => {
  const bucket = host.alice.client.storage.from('private');
  const { error } = await bucket.upload(`${host.alice.id}/${name}`, text, { upsert: true });
  expect(error).toBeNull();
};
const dropRow = (name: string) =>
  host.db.database.owner.query('delete from storage.objects where name = $1', [
    `${host.alice.id}/${name}`,
  ]);
const versionOf = async (name: string) => {
  const { rows } = await host.db.database.owner.query<{ version: string }>(
    'select version from storage.objects where name = $1',
    [`${host.alice.id}/${name}`],
  );
  return rows[0]!.version;
};

test('bytes whose row was dropped go, bytes that a row names stay', async () => {
  await upload('gone.txt', 'gone');
  await upload('kept.txt', 'kept');
  await dropRow('gone.txt');
  expect(await host.stored()).toHaveLength(2);
  expect(await removeDeletedFiles(parts())).toBe(1);
  expect(await host.stored()).toEqual([fileKey(await versionOf('kept.txt'))]);
  expect(await removeDeletedFiles(parts())).toBe(0);
});

test('a deletion that is rolled back deletes no bytes', async () => {
  await upload('stays.txt', 'stays');
  const client = await host.db.database.owner.connect();
  try {
    await client.query('begin');
    await client.query('delete from storage.objects where name like $1', ['%stays.txt']);
    await client.query('rollback');
  } finally {
    client.release();
  }
  expect(await removeDeletedFiles(parts())).toBe(0);
  expect(await host.stored()).toContain(fileKey(await versionOf('stays.txt')));
});

test('a version that was replaced in the row goes', async () => {
  await upload('twice.txt', 'first');
  const first = await versionOf('twice.txt');
  await host.db.database.owner.query(
    'update storage.objects set version = gen_random_uuid() where version = $1',
    [first],
  );
  expect(await removeDeletedFiles(parts())).toBe(1);
  expect(await host.stored()).not.toContain(fileKey(first));
});

test('a file that cannot be removed keeps none of the others, and is tried again later', async () => {
  await upload('stuck.txt', 'stuck');
  await upload('free.txt', 'free');
  const stuck = fileKey(await versionOf('stuck.txt'));
  const free = fileKey(await versionOf('free.txt'));
  await dropRow('stuck.txt');
  await dropRow('free.txt');
  const failing = async (key: string) => {
    if (key === stuck) throw new Error('the disk refuses');
    await host.files.remove(key);
  };
  expect(await removeDeletedFiles(parts(failing))).toBe(1);
  expect(await host.stored()).toContain(stuck);
  expect(await host.stored()).not.toContain(free);
  // Not at once: failures would be retried in a loop.
  expect(await removeDeletedFiles(parts())).toBe(0);
  await host.db.database.owner.query('update private.deleted_files set due_at = now()');
  expect(await removeDeletedFiles(parts())).toBe(1);
  expect(await host.stored()).not.toContain(stuck);
});

test('more files than one batch holds all go', async () => {
  await host.db.database.owner.query(
    'insert into private.deleted_files (version) select gen_random_uuid() from generate_series(1, 450)',
  );
  expect(await removeDeletedFiles(parts())).toBe(450);
});

test('a running server removes files deleted before its start, and later ones at commit', async () => {
  await upload('before.txt', 'before');
  await upload('after.txt', 'after');
  const before = fileKey(await versionOf('before.txt'));
  const after = fileKey(await versionOf('after.txt'));
  await dropRow('before.txt');
  const notifications = await openNotifications(host.db.database.ownerUrl, [DELETED_FILES]);
  const removal = keepRemovingDeletedFiles({ ...parts(), notifications });
  try {
    while ((await host.stored()).includes(before)) await sleep(20);
    await dropRow('after.txt');
    while ((await host.stored()).includes(after)) await sleep(20);
  } finally {
    await removal.stop();
    await notifications.close();
  }
});
