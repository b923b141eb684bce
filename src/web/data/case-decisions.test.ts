import { describe, expect, it } from 'vitest';
import { nextUndecided, undoOf, withChanges, withChoices } from './case-decisions.ts';

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

describe('withChoices', () => {
  const me = { id: 'ada', email: 'ada@bank.example' };
  const choice = {
    seen: undefined,
    item: 2,
    decision: 'rejected' as const,
    note: ' ',
    reason: 'mule' as const,
  };

  it('puts a decision in the place of the one before, and takes it back', () => {
    const first = withChoices([], [{ ...choice, decision: 'approved', note: 'Seen ' }], me);
    expect(first).toMatchObject([
      { item: 2, decision: 'approved', note: 'Seen', decider: 'ada@bank.example' },
    ]);
    const second = withChoices(first, [choice], me);
    expect(second).toMatchObject([
      { item: 2, decision: 'rejected', note: null, reason_code: 'mule' },
    ]);
    expect(withChoices(second, [{ ...choice, decision: null }], me)).toEqual([]);
  });

  it('restores what was before, unless another person had decided', () => {
    const before = withChoices([], [{ ...choice, note: 'Seen' }], me);
    const several = [choice, { ...choice, item: 3 }];
    const after = withChoices(before, several, me);
    const undo = undoOf(several, { before, after, me });
    expect(undo).toMatchObject([
      { item: 2, decision: 'rejected', note: 'Seen', seen: { item: 2 } },
      { item: 3, decision: null, seen: { item: 3 } },
    ]);
    expect(withChoices(after, undo ?? [], me).map(({ item, note }) => [item, note])).toEqual([
      [2, 'Seen'],
    ]);
    expect(undoOf(several, { before, after, me: { ...me, id: 'ben' } })).toBeNull();
  });

  it('takes change events of others, and knows its own', () => {
    const known = withChoices([], [choice], me);
    const own = { item: 2, decision: 'rejected', decided_by: 'ada' };
    expect(withChanges(known, [{ new: own, old: {} }])).toBe(known);
    expect(withChanges(known, [{ new: {}, old: { item: 3 } }])).toBe(known);
    expect(withChanges(known, [{ new: {}, old: { item: 2 } }])).toEqual([]);
    const theirs = { ...own, item: 3, decided_by: 'ben' };
    expect(withChanges(known, [{ new: theirs, old: {} }])).toMatchObject([
      { item: 2, decider: 'ada@bank.example' },
      { item: 3, decider: null },
    ]);
  });
});
