import { describe, expect, it } from 'vitest';
import { nextUndecided } from './decisions.ts';

describe('nextUndecided', () => {
  it('goes on to the next case without a decision, round the end', () => {
    expect(nextUndecided(new Set([1, 2]), 0, 5)).toBe(3);
    expect(nextUndecided(new Set([3, 4]), 3, 5)).toBe(0);
  });

  it('stays where everything is decided', () => {
    expect(nextUndecided(new Set([0, 1, 2]), 1, 3)).toBe(1);
    expect(nextUndecided(new Set(), 0, 1)).toBe(0);
  });
});
