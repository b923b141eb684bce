import { describe, expect, test } from 'vitest';
import { listOfNames } from '../../meaning/persons/draw-person.ts';
import { streamFor } from '../../random/stream.ts';
import { formatTable } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import { fit, sample } from '../index.ts';

const STARTS = [
  'Bran',
  'Kel',
  'Mor',
  'Tal',
  'Hin',
  'Dor',
  'Wes',
  'Par',
  'Lun',
  'Gor',
  'Sel',
  'Fen',
];
const MIDDLES = ['a', 'e', 'i', 'o', 'en', 'ar', 'il', 'or'];
const ENDS = ['berg', 'ton', 'ley', 'man', 'sen', 'ford', 'wick', 'dale', 'rup', 'stad'];
const family = (i: number) =>
  `${STARTS[i % 12]}${MIDDLES[Math.floor(i / 12) % 8]}${ENDS[Math.floor(i / 96) % 10]}`;

const ROWS = 3000;
const stream = streamFor(5n, 0, 0);
const numbers = Array.from({ length: ROWS }, () => Math.floor(960 * stream.float() ** 1.5));
const register = parseColumns(
  ['member_id', 'last_name', 'status'],
  [
    numbers.map((_, row) => `M${10_000 + row}`),
    numbers.map(family),
    numbers.map((_, row) => ['active', 'lapsed', 'new'][row % 3]!),
  ],
);
const namesOf = (rows: number) =>
  formatTable(
    sample(fit(register, { mode: 'balanced', seed: 1n }), { rows, seed: 2n }),
  ).textColumns[1]!.map((name) => name!);

describe('a column of more family names than the list of their language', () => {
  const own = new Set(numbers.map(family));

  test('is drawn with as many different ones, none of the file', () => {
    const drawn = new Set(namesOf(ROWS));
    expect(drawn.size).toBeGreaterThan(0.8 * own.size);
    expect(drawn.size).toBeLessThan(1.2 * own.size);
    const listed = new Set(listOfNames('last_name'));
    const made = [...drawn].filter((name) => !listed.has(name));
    expect(made.length).toBeGreaterThan(450);
    expect(made.filter((name) => own.has(name))).toEqual([]);
    expect(made.filter((name) => !/^\p{Lu}\p{Ll}{3,}$/u.test(name))).toEqual([]);
  });

  test('has many different ones in a few rows, too', () => {
    expect(new Set(namesOf(30)).size).toBeGreaterThan(20);
  });
});
