import type { Run } from './rows.ts';

/** A run in progress since two seconds after its request, with changes. */
export const runOf = (part: Partial<Run>): Run => ({
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
