import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { createTestDatabase, endConnection } from '../../../test/support/test-database.ts';
import { isConnectionLost } from '../../platform/database/connection-lost.ts';
import { transaction } from '../../platform/database/database.ts';
import { openRowLoader, type RowLoader } from './row-loader.ts';

const own = startBeforeTests(createTestDatabase);
const owner = {
  tenantId: crypto.randomUUID(),
  expected: { customers: { batchId: crypto.randomUUID(), rows: 1 } },
};
const columns = ['customer_id', 'full_name', 'email', 'join_date'];
const row = Buffer.from('C1,Ada,ada@bank.example,2026-01-01\n');

test.each([
  ['the next part', (loader: RowLoader) => loader.load('customers', columns, row)],
  ['the end', (loader: RowLoader) => loader.finish()],
])('a connection lost between two parts is known as lost by %s', async (_what, next) => {
  const error = await transaction(own.database.owner, async (tx) => {
    const loader = await openRowLoader(tx, owner);
    const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
    await loader.load('customers', columns, row);
    await endConnection(own, rows[0]!.pid);
    await sleep(50);
    const failure: Error = await next(loader).then(
      () => new Error('it did not fail'),
      (reason) => reason,
    );
    await loader.abandon(failure);
    throw failure;
  }).catch((reason: Error) => reason);
  expect(error).toSatisfy(isConnectionLost);
});
