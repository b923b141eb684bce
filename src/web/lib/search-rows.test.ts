import { describe, expect, it } from 'vitest';
import { searchRows } from './search-rows.ts';

describe('searchRows', () => {
  const rows = [
    { full_name: 'Ada Vance', city: 'Oslo', seq: 77 },
    { full_name: 'Ben Osborne', city: null, seq: 78 },
  ];

  it('finds text in any shown value, in any case', () => {
    expect(searchRows(rows, ' OS')).toHaveLength(2);
    expect(searchRows(rows, 'vance')).toEqual([rows[0]]);
  });

  it('gives all rows for nothing typed, and does not look at the order of rows', () => {
    expect(searchRows(rows, '  ')).toHaveLength(2);
    expect(searchRows(rows, '77')).toHaveLength(0);
  });
});
