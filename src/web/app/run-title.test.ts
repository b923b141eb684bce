import { describe, expect, it } from 'vitest';
import type { Run } from '../data/rows.ts';
import { runTitle } from './run-title.ts';

const run = (part: Partial<Run>): Run => ({
  id: 'r',
  kind: 'simulate',
  subject: {},
  status: 'running',
  stage: null,
  done: 0,
  total: null,
  error: null,
  cancel_requested: false,
  created_at: '2026-11-21T10:00:00Z',
  started_at: '2026-11-21T10:00:02Z',
  finished_at: null,
  updated_at: '2026-11-21T10:00:02Z',
  ...part,
});

describe('what a run says of itself', () => {
  it('names its work', () => {
    expect(runTitle(run({ subject: { entity: 'transactions', count: 1000 } }))).toBe(
      'Generate 1000 transactions',
    );
    expect(runTitle(run({ subject: { entity: 'full', count: 100 } }))).toBe('Generate full batch');
    expect(runTitle(run({ kind: 'fold_tables' }))).toBe('fold tables');
  });
});
