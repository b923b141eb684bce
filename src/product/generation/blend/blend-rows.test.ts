import { describe, expect, test } from 'vitest';
import { streamFor } from '../../../engines/random/stream.ts';
import { blendRows, pickPlaces, removalRole, type TextTable } from './blend-rows.ts';

const stream = (seed = 1n) => streamFor(seed, 0, 0);
const table = (names: string[], ...rows: (string | null)[][]): TextTable => ({
  names,
  columns: names.map((_, i) => rows.map((row) => row[i]!)),
  rows: rows.length,
});
const rowsOf = ({ columns, rows }: TextTable) =>
  Array.from({ length: rows }, (_, row) => columns.map((column) => column[row]!));

describe('places', () => {
  test('each of them at most once, and none beyond the total', () => {
    for (const count of [0, 1, 7, 20]) {
      const places = Array.from(pickPlaces(20, count, stream()));
      expect(places).toHaveLength(count);
      expect(new Set(places).size).toBe(count);
      for (const place of places) expect(place >= 0 && place < 20).toBe(true);
    }
  });

  test('every place comes first equally often', () => {
    const draws = stream(3n);
    const first = new Array<number>(4).fill(0);
    for (let i = 0; i < 4000; i++) first[pickPlaces(4, 1, draws)[0]!]!++;
    // 1,000 each; four standard deviations of a binomial with 4,000 tries at 1/4 are 110.
    for (const count of first) expect(Math.abs(count - 1000)).toBeLessThan(110);
  });
});

describe('what is taken out', () => {
  test.each([
    ['amount', 'feature', 'feature'],
    ['amount', undefined, 'feature'],
    ['amount', 'text', 'text'],
    ['customer_id', 'feature', 'reference'],
    ['customer_id', undefined, 'reference'],
    ['customer_id', 'key', 'key'],
    ['surname', 'feature', 'personal'],
    ['surname', 'ignored', 'ignored'],
  ] as const)('%s with the role %s counts as %s', (name, role, expected) => {
    expect(removalRole(name, role)).toBe(expected);
  });
});

describe('a blend', () => {
  const names = ['account_id', 'surname', 'note', 'amount'];
  const real = table(
    names,
    ['DE1', 'Ohara', 'thanks', '1'],
    ['DE2', 'Young', '', '2'],
    ['DE1', 'Ohara', null, '3'],
    ['', 'Ohara', 'x', '4'],
    [null, null, null, null],
  );
  const synthetic = table(names, ['S1', 'Made', 'made', '5'], ['S2', 'Up', null, '6']);
  const roles = { note: 'text' } as const;
  const blended = blendRows(real, { synthetic, roles, stream: stream() });

  test('holds every row of both once, each marked with its origin', () => {
    expect(blended.rows).toBe(7);
    expect(blended.names).toEqual([...names, 'origin']);
    const amounts = rowsOf(blended).map((row) => `${row[3]} ${row[4]}`);
    expect(amounts.toSorted()).toEqual([
      '1 real',
      '2 real',
      '3 real',
      '4 real',
      '5 synthetic',
      '6 synthetic',
      'null real',
    ]);
    expect(amounts).not.toEqual(amounts.toSorted());
  });

  test('real names and texts are emptied, references become codes that still belong together', () => {
    const byAmount = Object.fromEntries(rowsOf(blended).map((row) => [row[3], row.slice(0, 3)]));
    expect(byAmount).toEqual({
      1: ['R0000001', null, null],
      2: ['R0000002', null, null],
      3: ['R0000001', null, null],
      4: [null, null, null],
      null: [null, null, null],
      5: ['S1', 'Made', 'made'],
      6: ['S2', 'Up', null],
    });
  });

  test('the mark gets a name that the file does not have, whatever its case', () => {
    const named = (...columns: string[]) => {
      const plain = table(
        columns,
        columns.map(() => '1'),
      );
      const made = table(columns);
      return blendRows(plain, { synthetic: made, roles: {}, stream: stream() }).names.at(-1);
    };
    expect(named('a')).toBe('origin');
    expect(named('a', ' Origin ')).toBe('origin_2');
    expect(named('ORIGIN', 'origin_2')).toBe('origin_3');
  });

  test('the same seed gives the same order', () => {
    expect(blendRows(real, { synthetic, roles, stream: stream() })).toEqual(blended);
    expect(blendRows(real, { synthetic, roles, stream: stream(2n) })).not.toEqual(blended);
  });
});
