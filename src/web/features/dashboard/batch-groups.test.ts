import { expect, test } from 'vitest';
import { generationLog } from '../../data/generation-log.fixture.ts';
import { batchGroups } from './batch-groups.ts';

const batch = (id: string, entity: string, run: string | null, changes = {}) =>
  generationLog({ batch_id: id, entity_type: entity, record_count: 100, run_id: run, ...changes });

test('a full batch is one line, other batches one each', () => {
  const groups = batchGroups([
    batch('t', 'transactions', 'full', { record_count: 1000 }),
    batch('a', 'accounts', 'full'),
    batch('c', 'customers', 'full'),
    batch('x', 'transactions', 'upload', {
      manifest_id: 'm',
      manifest: { source: { filename: 'june.csv' }, request: { mode: 'cautious' } },
    }),
    batch('y', 'transactions', 'template', {
      manifest_id: 'm',
      manifest: { source: { filename: 'basic.csv' }, files: [{ name: 'transactions.csv' }] },
    }),
    batch('d', 'customers', null),
    batch('k', 'table', 'linked', {
      manifest_id: 'm',
      manifest: { request: { table: 'loans' } },
    }),
    batch('l', 'table', 'linked', {
      manifest_id: 'n',
      manifest: { request: { table: 'clients' } },
    }),
    ...['claims', 'ledger', 'policies', 'parties', 'policyholders'].map((table) =>
      batch(table, 'table', 'book', {
        manifest: { request: { table }, notes: { preset: 'motor-insurer' } },
      }),
    ),
  ]);
  expect(groups.map(({ title, records }) => [title, records])).toEqual([
    ['Full batch', '100 customers, 100 accounts, 1,000 transactions'],
    ['june.csv, cautious', '100 rows'],
    ['basic.csv', '100 transactions'],
    ['Simulated customers', '100 customers'],
    ['Linked tables', '100 clients, 100 loans'],
    ['Full batch, US motor insurer', '500 rows in 5 tables'],
  ]);
});
