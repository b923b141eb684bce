import { describe, expect, it } from 'vitest';
import { oneOf, page, readSort, text, writeSort } from './search.ts';

describe('the search part of an address', () => {
  it('keeps well-formed parameters and drops the rest', () => {
    expect(text({ q: 'Oslo' }, 'q')).toEqual({ q: 'Oslo' });
    // Undefined, not missing: the router keeps keys that no reader returns.
    expect(text({ q: 7 }, 'q')).toStrictEqual({ q: undefined });
    expect(page({ page: '3' })).toEqual({ page: 3 });
    expect(page({ page: '-1' })).toEqual({});
    expect(page({ page: 'x' })).toStrictEqual({ page: undefined });
    expect(oneOf({ tab: 'b' }, 'tab', ['a', 'b'])).toEqual({ tab: 'b' });
    expect(oneOf({ tab: 'z' }, 'tab', ['a', 'b'])).toStrictEqual({ tab: undefined });
  });

  it('writes a sort as it reads it', () => {
    for (const sort of [{ id: 'amount', desc: true }, { id: 'city', desc: false }, undefined]) {
      expect(readSort(writeSort(sort))).toEqual(sort);
    }
  });
});
