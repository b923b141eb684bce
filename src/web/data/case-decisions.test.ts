import { describe, expect, it } from 'vitest';
import { nextUndecided, withChoice } from './case-decisions.ts';

describe('nextUndecided', () => {
  it('continues with the next undecided case, past the end', () => {
    expect(nextUndecided(new Set([1, 2]), 0, 5)).toBe(3);
    expect(nextUndecided(new Set([3, 4]), 3, 5)).toBe(0);
  });

  it('stays where everything is decided', () => {
    expect(nextUndecided(new Set([0, 1, 2]), 1, 3)).toBe(1);
    expect(nextUndecided(new Set(), 0, 1)).toBe(0);
  });
});

describe('withChoice', () => {
  const me = { id: 'ada', email: 'ada@bank.example' };
  const choice = {
    seen: undefined,
    item: 2,
    decision: 'rejected' as const,
    note: ' ',
    reason: 'mule' as const,
  };

  it('puts a decision in the place of the one before, and takes it back', () => {
    const first = withChoice([], { ...choice, decision: 'approved', note: 'Seen ' }, me);
    expect(first).toMatchObject([
      { item: 2, decision: 'approved', note: 'Seen', decider: 'ada@bank.example' },
    ]);
    const second = withChoice(first, choice, me);
    expect(second).toMatchObject([
      { item: 2, decision: 'rejected', note: null, reason_code: 'mule' },
    ]);
    expect(withChoice(second, { ...choice, decision: null }, me)).toEqual([]);
  });
});
