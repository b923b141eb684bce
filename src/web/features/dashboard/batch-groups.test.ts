import { expect, test } from 'vitest';
import type { GenerationLog } from '../../data/rows.ts';
import { batchGroups } from './batch-groups.ts';

const batch = (id: string, entity: string, run: string | null, changes = {}): GenerationLog => ({
  batch_id: id,
  entity_type: entity,
  project_id: null,
  status: 'completed',
  record_count: 100,
  privacy_score: null,
  quality_score: null,
  report_url: null,
  csv_url: null,
  manifest: null,
  error: null,
  created_at: '2026-01-01T00:00:00Z',
  name: null,
  run_id: run,
  manifest_id: null,
  created_by: null,
  deleted_at: null,
  ...changes,
});

test('a full batch is one line, other batches one each', () => {
  const groups = batchGroups([
    batch('t', 'transactions', 'full', { record_count: 1000 }),
    batch('a', 'accounts', 'full'),
    batch('c', 'customers', 'full'),
    batch('x', 'transactions', 'upload', {
      manifest_id: 'm',
      manifest: { source: { filename: 'june.csv' }, request: { mode: 'cautious' } },
    }),
    batch('d', 'customers', null),
  ]);
  expect(groups.map(({ title, records }) => [title, records])).toEqual([
    ['Full batch', '100 customers, 100 accounts, 1,000 transactions'],
    ['june.csv, cautious', '100 transactions'],
    ['Simulated customers', '100 customers'],
  ]);
});
