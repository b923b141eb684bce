import { describe, expect, it } from 'vitest';
import type { Run } from '../data/rows.ts';
import { runSeconds, runSecondsLeft, runTitle } from './run-title.ts';

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

  it('counts from its start to its end', () => {
    const now = Date.parse('2026-11-21T10:00:12Z');
    expect(runSeconds(run({}), now)).toBe(10);
    expect(runSeconds(run({ finished_at: '2026-11-21T10:00:05Z' }), now)).toBe(3);
  });

  it('estimates the remaining time only after five seconds and some progress', () => {
    const now = Date.parse('2026-11-21T10:00:12Z');
    expect(runSecondsLeft(run({ done: 25, total: 100 }), now)).toBe(30);
    expect(runSecondsLeft(run({ done: 0, total: 100 }), now)).toBeNull();
    expect(runSecondsLeft(run({ done: 25, total: null }), now)).toBeNull();
    expect(runSecondsLeft(run({ done: 1, total: 2 }), now - 6000)).toBeNull();
  });
});
