import { describe, expect, test } from 'vitest';
import { parseQuery } from '../parse/parse-query.ts';
import { applyRangeHeader, contentRange, rangeStatus } from './range.ts';

function rowsOf(header: string | undefined, queryString = ''): [number, number | null] {
  const { offsets, limits } = applyRangeHeader(parseQuery(queryString, false), header);
  const ofRoot = (entries: typeof limits) => entries.find(({ path }) => path.length === 0)?.value;
  return [ofRoot(offsets) ?? 0, ofRoot(limits) ?? null];
}

describe('a Range header names rows', () => {
  test.each([
    ['0-9', '', [0, 10]],
    ['items=5-5', '', [5, 1]],
    [' 5- ', '', [5, null]],
    ['-9', '', [0, 10]],
    ['0-9', 'limit=4', [0, 4]],
    ['0-9', 'limit=4&offset=8', [8, 2]],
    ['5-9', 'offset=2', [5, 5]],
    ['0-9', 'limit=0', [0, 0]],
    [undefined, 'limit=4&offset=8', [8, 4]],
    ['bytes=0-9', 'limit=4', [0, 4]],
    ['0-99999999999999999999', '', [0, Number.MAX_SAFE_INTEGER]],
    ['99999999999999999999-', '', [Number.MAX_SAFE_INTEGER - 1, null]],
    ['-', '', [0, null]],
    ['0-9,20-29', '', [0, null]],
  ])('%s with ?%s', (header, queryString, rows) => {
    expect(rowsOf(header, queryString)).toEqual(rows);
  });

  test('and those of embedded rows are unchanged', () => {
    const query = parseQuery('select=id,lines(id)&lines.limit=3&lines.offset=1&limit=50', false);
    const { limits, offsets } = applyRangeHeader(query, '0-9');
    expect(limits).toEqual([
      { path: ['lines'], value: 3 },
      { path: [], value: 10 },
    ]);
    expect(offsets).toEqual([
      { path: ['lines'], value: 1 },
      { path: [], value: 0 },
    ]);
  });

  test.each([
    [
      '9-3',
      '',
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    ],
    [
      '0-3',
      'offset=4',
      'The Range header and the limit and offset parameters have no row in common.',
    ],
  ])('but not %s with ?%s', (header, queryString, details) => {
    expect(() => rowsOf(header, queryString)).toThrow(
      expect.objectContaining({
        status: 416,
        body: expect.objectContaining({ code: 'PGRST103', details }),
      }),
    );
  });
});

test.each([
  [0, 10, 25, '0-9/25', 206],
  [20, 5, 25, '20-24/25', 206],
  [0, 25, 25, '0-24/25', 200],
  [0, 0, 0, '*/0', 200],
  [25, 0, 25, '*/25', 206],
  [5, 10, null, '5-14/*', 200],
  [5, 0, null, '*/*', 200],
])('from %i on %i rows of %j are %s with status %i', (offset, rows, total, range, status) => {
  expect(contentRange(offset, rows, total)).toBe(range);
  expect(rangeStatus(offset, rows, total)).toBe(status);
});

test('an offset beyond the total is refused, and the answer states the total', () => {
  expect(() => rangeStatus(26, 0, 25)).toThrow(
    expect.objectContaining({
      status: 416,
      body: expect.objectContaining({
        details: 'An offset of 26 was requested, but there are only 25 rows.',
      }),
      headers: { 'content-range': '*/25' },
    }),
  );
});
