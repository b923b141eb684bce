import { expect, test } from 'vitest';
import type { GenerationLog } from '../../data/rows.ts';
import { filterLogs } from './filter-logs.ts';
import { manifestFacts } from './manifest-facts.ts';

const log = (changes: Partial<GenerationLog>): GenerationLog => ({
  batch_id: '00000000-0000-4000-8000-000000000001',
  entity_type: 'transactions',
  project_id: null,
  status: 'completed',
  record_count: 20_000,
  privacy_score: 85,
  quality_score: 87,
  usefulness: null,
  report_url: null,
  csv_url: null,
  manifest: null,
  error: null,
  created_at: '2026-11-22T16:30:09Z',
  name: null,
  run_id: null,
  manifest_id: null,
  created_by: null,
  deleted_at: null,
  ...changes,
});
const learned = log({
  batch_id: 'aa11bb22-0000-4000-8000-000000000002',
  manifest_id: 'm',
  manifest: {
    source: { filename: 'June.csv' },
    request: { mode: 'balanced' },
    seed: '7',
    engine: { version: 'synthesize/10' },
    notes: { learnedFrom: 40_828 },
  },
});
const logs = [
  log({ entity_type: 'customers' }),
  learned,
  log({ entity_type: 'blend', name: 'For the vendor' }),
];

test.each([
  ['', undefined, [0, 1, 2]],
  [' june ', undefined, [1]],
  ['AA11', undefined, [1]],
  ['vendor', undefined, [2]],
  ['customers', undefined, [0]],
  ['', 'learned', [1]],
  ['june', 'blend', []],
] as const)('logs with “%s” of kind %s', (typed, kind, places) => {
  expect(filterLogs(logs, { typed, kind })).toEqual(places.map((place) => logs[place]));
});

test('a manifest in words', () => {
  expect(manifestFacts(learned)).toEqual([
    ['Name', 'June.csv, balanced'],
    ['Origin', 'Model trained on June.csv'],
    ['Protection', 'balanced'],
    ['Learned from', '40,828 rows'],
    ['Records', '20,000'],
    ['Seed', '7'],
    ['Engine', 'synthesize/10'],
    ['Created', '2026-11-22 16:30:09 UTC'],
  ]);
});
