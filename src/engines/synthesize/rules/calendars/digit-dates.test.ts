import { describe, expect, test } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import { parseColumns } from '../../../table/parse-columns.ts';
import type { NumberColumn, Table } from '../../../table/table.ts';
import { findRules, fit, ruleSentences, rulesOf, sample } from '../../index.ts';
import { isDigitDate } from './digits.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** Birth numbers of men, whose groups are of two kinds, and of women born later. */
function people(rows: number, month: (drawn: number, isWoman: boolean) => number): Table {
  const stream = streamFor(5n, 0, 1);
  const cells: string[][] = Array.from({ length: rows }, () => {
    const isWoman = stream.float() < 0.4;
    const year = (isWoman ? 50 : 20) + Math.floor(25 * stream.float());
    const birth = `${year}${two(month(1 + Math.floor(12 * stream.float()), isWoman))}${two(1 + Math.floor(28 * stream.float()))}`;
    return [birth, isWoman ? 'w' : 'm'];
  });
  return parseColumns(
    ['birth_number', 'group'],
    [0, 1].map((c) => cells.map((row) => row[c]!)),
  );
}

const sentences = (table: Table) => {
  const found = findRules(table, [true, true], {
    threshold: 5,
    time: null,
    excluded: new Set(),
    inHistories: false,
    entity: null,
  });
  return ruleSentences(rulesOf(found), table.columns);
};

describe('dates in digits', () => {
  test('a date with 50 added to the month is valid as 28 February is', () => {
    expect(isDigitDate(706_213, 50)).toBe(true);
    expect(isDigitDate(700_229, 50)).toBe(false);
    expect(isDigitDate(720_229, 50)).toBe(true);
    expect(isDigitDate(701_301, 50)).toBe(false);
    expect(isDigitDate(706_301, 50)).toBe(false);
  });

  test('birth numbers are found and drawn as dates, with the month of their group', () => {
    const table = people(2000, (drawn, isWoman) => drawn + (isWoman ? 50 : 0));
    expect(sentences(table)).toContain(
      'birth_number is a date YYMMDD, with 50 added to the month in some rows',
    );
    const model = fit(table, { mode: 'balanced', seed: 1n });
    const drawn = sample(model, { rows: 2000, seed: 2n });
    const { values } = drawn.columns[0] as NumberColumn;
    const group = drawn.columns[1];
    if (group.kind !== 'category') throw new TypeError('Expected words.');
    expect(values.every((value) => isDigitDate(value, 50))).toBe(true);
    const isWoman = (row: number) => group.dictionary[group.codes[row]!] === 'w';
    const women = values.filter((_, row) => isWoman(row));
    const later = women.filter((value) => Math.floor(value / 100) % 100 > 50 && value >= 500_000);
    expect(later.length).toBeGreaterThan(0.95 * women.length);
    const given = sample(model, { rows: 20, seed: 2n, given: { birth_number: '556213' } });
    expect((given.columns[0] as NumberColumn).values.every((value) => value === 556_213)).toBe(
      true,
    );
  });

  test('numbers of which some are no dates are none', () => {
    const table = people(2000, (drawn, isWoman) => drawn + (isWoman ? 50 : drawn > 11 ? 1 : 0));
    expect(sentences(table).filter((own) => own.includes('YYMMDD'))).toEqual([]);
  });
});
