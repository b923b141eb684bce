import pg from 'pg';
import { expect, inject, test, vi } from 'vitest';
import { longTest } from '../../../test/support/long-test.ts';
import { openDatabase } from './database.ts';

const url = inject('postgresUrl');
const open = () =>
  openDatabase({ ownerUrl: url, authenticatorUrl: url, applicationName: 'guarded' });

longTest('a value that no string can hold fails its query only', async () => {
  const database = open();
  try {
    const huge = "select repeat('a', 300000000) as text";
    await expect(database.owner.query(huge)).rejects.toThrow(/message of 3000\d+ bytes/);
    expect((await database.owner.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  } finally {
    await database.close();
  }
});

test('an error in a listener of a connection ends the connection only', async () => {
  const database = open();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const ended = vi.fn();
  client.on('end', ended);
  client.on('notification', () => {
    throw new Error('a broken listener');
  });
  await client.query('listen guarded_test');
  await database.owner.query('notify guarded_test');
  await vi.waitUntil(() => ended.mock.calls.length > 0);
  await database.close();
});

test('the loss of a connection without listeners fails its query only', async () => {
  const database = open();
  const client = new pg.Client({ connectionString: url, application_name: 'guarded loss' });
  await client.connect();
  const sleeping = expect(client.query('select pg_sleep(60)')).rejects.toThrow(/terminat/);
  await database.owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'guarded loss'",
  );
  await sleeping;
  await database.close();
});
