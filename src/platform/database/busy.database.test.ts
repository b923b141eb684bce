import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { anonymous } from '../gateway/caller.ts';
import { type Database, isDatabaseBusy, openDatabase } from './database.ts';

let own: TestDatabase;
let busy: Database;
beforeAll(async () => {
  own = await createTestDatabase();
  busy = openDatabase({
    ownerUrl: own.database.ownerUrl,
    authenticatorUrl: own.authenticatorUrl,
    applicationName: 'busy',
    requestConnections: 1,
    connectionTimeoutMs: 500,
  });
});
afterAll(async () => {
  await busy.close();
  await own.close();
});

/** Opens connections in advance: on a busy machine that alone can exceed a request's timeout. */
async function connect(database: Database, connections: number): Promise<boolean> {
  const opened = await Promise.allSettled(
    Array.from({ length: connections }, () =>
      database.asCaller({ role: 'service_role' }, (tx) => tx.query('select pg_sleep(0.1)')),
    ),
  );
  return opened.every(({ status }) => status === 'fulfilled');
}

test('a request that finds every connection in use is refused as busy, and the next is served', async () => {
  await expect.poll(() => connect(busy, 1)).toBe(true);
  const occupying = busy.asCaller(anonymous, (tx) => tx.query('select pg_sleep(2)'));
  const refused = busy.asCaller(anonymous, (tx) => tx.query('select 1'));
  await expect(refused).rejects.toSatisfy(isDatabaseBusy);
  await occupying;
  const { rows } = await busy.asCaller(anonymous, (tx) => tx.query('select 1 as one'));
  expect(rows).toEqual([{ one: 1 }]);
});

test('costly questions of one user leave half of the connections to others', async () => {
  const shared = openDatabase({
    ownerUrl: own.database.ownerUrl,
    authenticatorUrl: own.authenticatorUrl,
    applicationName: 'shared',
    requestConnections: 4,
    connectionTimeoutMs: 1000,
  });
  try {
    await expect.poll(() => connect(shared, 4)).toBe(true);
    const costly = Array.from({ length: 4 }, () =>
      shared.asCaller(anonymous, (tx) => tx.query('select pg_sleep(3)')),
    );
    const ended = Promise.allSettled(costly);
    const { rows } = await shared.asCaller({ role: 'service_role' }, (tx) =>
      tx.query<{ one: number }>('select 1 as one'),
    );
    expect(rows).toEqual([{ one: 1 }]);
    const refused = (await ended).flatMap((one) =>
      one.status === 'rejected' ? [isDatabaseBusy(one.reason)] : [],
    );
    expect(refused).toEqual([true, true]);
  } finally {
    await shared.close();
  }
});
