import { describe, expect, it } from 'vitest';
import { runOf as run } from '../data/run.fixture.ts';
import { runTitle } from './run-title.ts';

describe('what a run says of itself', () => {
  it('names its work', () => {
    expect(runTitle(run({ subject: { entity: 'transactions', count: 1000 } }))).toBe(
      'Generate 1000 transactions',
    );
    expect(runTitle(run({ subject: { entity: 'full', count: 100 } }))).toBe('Generate full batch');
    expect(runTitle(run({ kind: 'fold_tables' }))).toBe('fold tables');
  });
});
