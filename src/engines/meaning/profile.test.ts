import { describe, expect, test } from 'vitest';
import { parseColumn, parseColumns } from '../table/parse-columns.ts';
import { profileTable } from './profile.ts';

const profileOf = (texts: (string | null)[], name = 'x') =>
  profileTable({ rows: texts.length, columns: [parseColumn(name, texts)] }).columns[0];
const typeOf = (...texts: (string | null)[]) => profileOf(texts).type;

describe('types', () => {
  test('numbers are whole or have decimals', () => {
    expect(typeOf('1', '2')).toBe('integer');
    expect(typeOf('1.5', '2')).toBe('decimal');
  });

  test('times have a day, a clock or both', () => {
    expect(typeOf('2024-02-29', '2024-03-01')).toBe('date');
    expect(typeOf('2024-02-29 23:59:59', '2024-03-01 00:00:00')).toBe('timestamp');
    expect(typeOf('23:59:59', '00:00:01')).toBe('time');
  });

  test('two words for yes and no are a boolean, a third one or another word is text', () => {
    expect(typeOf('true', 'false')).toBe('boolean');
    expect(typeOf('Yes', 'Yes')).toBe('boolean');
    expect(typeOf('yes', 'no', 'maybe')).toBe('text');
    expect(typeOf('yes', 'no', 'y')).toBe('text');
    expect(typeOf('yes', 'blue')).toBe('text');
    expect(typeOf(null, null)).toBe('text');
  });
});

describe('values', () => {
  test('of numbers: extremes as the file writes them, the mean, ten bins of equal width', () => {
    const profile = profileOf(['0.00', '10.00', '2.50', null, '2.50', '9.99']);
    expect(profile).toMatchObject({
      nulls: 1,
      distinct: 4,
      minimum: '0.00',
      maximum: '10.00',
      top: [],
    });
    // (0 + 10 + 2.5 + 2.5 + 9.99) / 5
    expect(profile.mean).toBeCloseTo(4.998, 12);
    expect(profile.histogram.map(({ count }) => count)).toEqual([1, 0, 2, 0, 0, 0, 0, 0, 0, 2]);
    expect(profile.histogram[2]).toEqual({ from: '2.00', to: '3.00', count: 2 });
    expect(profile.histogram.at(-1)).toEqual({ from: '9.00', to: '10.00', count: 2 });
  });

  test('one value alone is one bin', () => {
    expect(profileOf(['7', '7', '7']).histogram).toEqual([{ from: '7', to: '7', count: 3 }]);
  });

  test('days have bins and extremes, and no mean', () => {
    const profile = profileOf(['2024-01-01', '2024-01-11', '2024-01-02', null]);
    expect(profile).toMatchObject({ minimum: '2024-01-01', maximum: '2024-01-11', mean: null });
    expect(profile.histogram[1]).toEqual({ from: '2024-01-02', to: '2024-01-03', count: 1 });
  });

  test('of words: the ten most frequent, of equal ones the first by name', () => {
    const words = [...'bbbaaacd', ...'efghijkl'];
    const profile = profileOf([...words, null]);
    expect(profile.top).toHaveLength(10);
    expect(profile.top.slice(0, 4)).toEqual([
      { value: 'a', count: 3 },
      { value: 'b', count: 3 },
      { value: 'c', count: 1 },
      { value: 'd', count: 1 },
    ]);
    expect(profile).toMatchObject({
      nulls: 1,
      distinct: 12,
      minimum: 'a',
      maximum: 'l',
      mean: null,
    });
    expect(profile.histogram).toEqual([]);
    expect(profileOf(['z', 'z', 'a', 'm'])).toMatchObject({ minimum: 'a', maximum: 'z' });
  });

  test('a value that recurs counts once, the least one too', () => {
    expect(profileOf(['1', '1', '2']).distinct).toBe(2);
    expect(profileOf(['7', '7', '7']).distinct).toBe(1);
  });

  test('a column without a value has no extremes', () => {
    const columns = [
      { kind: 'number' as const, name: 'n', values: Float64Array.of(Number.NaN), decimals: 0 },
      { kind: 'category' as const, name: 'w', codes: Int32Array.of(-1), dictionary: ['gone'] },
    ];
    for (const profile of profileTable({ rows: 1, columns }).columns) {
      expect(profile).toMatchObject({ nulls: 1, distinct: 0, minimum: null, maximum: null });
      expect(profile).toMatchObject({ mean: null, histogram: [], top: [] });
    }
  });
});

test('a key has a value in every row and no value twice, and there is more than one row', () => {
  expect(profileOf(['1.5', '2.5', '3.5']).keyCandidate).toBe(true);
  expect(profileOf(['1.5', '2.5', '2.5']).keyCandidate).toBe(false);
  expect(profileOf(['1.5', '2.5', null]).keyCandidate).toBe(false);
  expect(profileOf(['1.5']).keyCandidate).toBe(false);
});

test('personal data is seen in words and numbers, by up to 200 values spread over the column', () => {
  expect(profileOf(['a@b.cz', 'c.d@example.org']).personal).toBe('email');
  const late = Array.from({ length: 4000 }, (_, i) => (i < 200 ? 'x' : `a${i}@bank.example`));
  expect(profileOf(late)).toMatchObject({ personal: 'email', role: 'personal' });
  expect(profileOf(['2024-01-01', '2024-01-02'], 'address').personal).toBeNull();
});

test('missing values do not affect the role of a column', () => {
  expect(profileOf(['a@b.cz', null, 'c@d.cz', null]).personal).toBe('email');
  // Six distinct values of eleven rarely recur; six of thirteen would.
  const texts = ['Ada', 'Bea', 'Cid', 'Dan', 'Eve', 'Fay', 'Ada', 'Bea', 'Cid', 'Dan', 'Eve', null];
  expect(profileOf(texts, 'account')).toMatchObject({ nulls: 1, distinct: 6, role: 'reference' });
});

test('the profile of a table has its rows, and no sequence where nothing recurs', () => {
  const table = parseColumns(
    ['a', 'b'],
    [
      ['1', '2'],
      ['x', 'y'],
    ],
  );
  expect(profileTable(table)).toMatchObject({ rows: 2, sequence: null });
});
