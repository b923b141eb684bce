import { describe, expect, test } from 'vitest';
import { contentDisposition, isFresh, requestedRange } from './serving.ts';

const object = { eTag: '"5d41"', lastModified: '2026-03-01T12:00:00.750Z', size: 10 };

describe('a current copy of the client counts as fresh', () => {
  test.each([
    [{}, false],
    [{ 'if-none-match': '"5d41"' }, true],
    [{ 'if-none-match': 'W/"5d41"' }, true],
    [{ 'if-none-match': '"other" ,  "5d41"' }, true],
    [{ 'if-none-match': '*' }, true],
    [{ 'if-none-match': '' }, false],
    [{ 'if-modified-since': 'Sun, 01 Mar 2026 12:00:00 GMT' }, true],
    [{ 'if-modified-since': 'Sun, 01 Mar 2026 11:59:59 GMT' }, false],
    [{ 'if-modified-since': 'yesterday' }, false],
  ])('%j: %s', (headers, fresh) => {
    expect(isFresh(headers, object)).toBe(fresh);
  });

  test('by its tag alone where it names one', () => {
    const since = { 'if-modified-since': 'Sun, 01 Mar 2026 12:00:00 GMT' };
    expect(isFresh({ ...since, 'if-none-match': '"other"' }, object)).toBe(false);
  });
});

describe('a range of ten bytes', () => {
  test.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=3-5', { start: 3, end: 5 }],
    [' bytes=3-5 ', { start: 3, end: 5 }],
    ['bytes=3-', { start: 3, end: 9 }],
    ['bytes=3-99', { start: 3, end: 9 }],
    [`bytes=3-${'9'.repeat(400)}`, { start: 3, end: 9 }],
    ['bytes=-4', { start: 6, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=10-12', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
  ])('%s', (range, found) => {
    expect(requestedRange({ range }, object)).toEqual(found);
  });

  // RFC 9110, 14.1.1 and 14.2: a range whose last byte precedes its first is invalid and ignored.
  test.each(['bytes=5-3', 'bytes=50-30', 'bytes=-', 'bytes=0-1,4-5', 'items=0-1', 'bytes=a-b', ''])(
    '%s asks for the whole',
    (range) => {
      expect(requestedRange({ range }, object)).toBe(null);
    },
  );

  test('nothing of an empty object can be had', () => {
    const empty = { ...object, size: 0 };
    expect(requestedRange({ range: 'bytes=0-' }, empty)).toBe('unsatisfiable');
    expect(requestedRange({ range: 'bytes=-5' }, empty)).toBe('unsatisfiable');
  });

  test.each([
    ['"5d41"', { start: 3, end: 5 }],
    ['"other"', null],
    ['W/"5d41"', null],
    ['Sun, 01 Mar 2026 12:00:00 GMT', { start: 3, end: 5 }],
    ['Sun, 01 Mar 2026 12:00:01 GMT', null],
  ])('of the version %s alone', (version, found) => {
    expect(requestedRange({ range: 'bytes=3-5', 'if-range': version }, object)).toEqual(found);
  });
});

// RFC 6266, appendix D; the characters that RFC 8187 requires to be encoded.
test.each([
  ['', 'org/2026/rows.csv', `attachment; filename="rows.csv"; filename*=UTF-8''rows.csv`],
  ['', 'rows.csv', `attachment; filename="rows.csv"; filename*=UTF-8''rows.csv`],
  ['a"b\\c.csv', 'rows.csv', `attachment; filename="a_b_c.csv"; filename*=UTF-8''a%22b%5Cc.csv`],
  [
    'Umsätze (März).csv',
    'x',
    `attachment; filename="Ums_tze (M_rz).csv"; filename*=UTF-8''Ums%C3%A4tze%20%28M%C3%A4rz%29.csv`,
  ],
  [
    'x\r\nset-cookie: a',
    'x',
    `attachment; filename="x__set-cookie: a"; filename*=UTF-8''x%0D%0Aset-cookie%3A%20a`,
  ],
])('downloaded as %j, %s', (download, objectName, header) => {
  expect(contentDisposition(download, objectName)).toBe(header);
});
