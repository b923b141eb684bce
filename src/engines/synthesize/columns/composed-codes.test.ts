import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { formatTable } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import type { Table } from '../../table/table.ts';
import { fit, modelFromBytes, modelToBytes, sample } from '../index.ts';
import { findComposedCode, withComposedCodes } from './composed-codes.ts';

type Row = Record<string, string>;

const FAMILY = ['Miller', 'Smith', 'Okafor', 'Lee', 'Fernandez', 'Novak', 'Brown', "O'Hara", 'Ng'];
const GIVEN = ['Anna', 'Ben', 'Carla', 'David', 'Emma', 'Farid', 'Grace', 'Hugo'];
const BRANCHES = ['BER', 'MUC', 'HAM', 'FRA'];

/** Contracts with a code put together by `codeOf`, numbered at equal parts. */
function contracts(codeOf: (row: Row) => { start: string; width: number; first?: number }): Table {
  const numbers = new Map<string, number>();
  const rows = Array.from({ length: 1500 }, (_, i): Row => {
    const random = streamFor(4n, i, 1);
    const row = {
      code: '',
      given: GIVEN[random.below(GIVEN.length)]!,
      family: FAMILY[random.below(FAMILY.length)]!,
      branch: BRANCHES[random.below(BRANCHES.length)]!,
      signed: `${2019 + random.below(6)}-0${1 + random.below(9)}-1${random.below(9)}`,
      amount: String(1000 + random.below(9000)),
    };
    const { start, width, first = 1 } = codeOf(row);
    const number = numbers.get(start) ?? first;
    numbers.set(start, number + 1);
    return { ...row, code: `${start}${String(number).padStart(width, '0')}` };
  });
  const names = Object.keys(rows[0]!);
  return parseColumns(
    names,
    names.map((name) => rows.map((row) => row[name]!)),
  );
}

const lower = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '');
const KEYS = [
  [
    'family and given name',
    (row: Row) => `${lower(row.family!).slice(0, 5)}${lower(row.given!).slice(0, 2)}`,
    2,
  ],
  ['initials', (row: Row) => `${row.given![0]}${row.family![0]}`, 3],
  ['year', (row: Row) => `L${row.signed!.slice(0, 4)}-`, 5],
  ['branch', (row: Row) => `${row.branch}-`, 4],
] as const;

function drawn(table: Table): Row[] {
  const model = modelFromBytes(modelToBytes(fit(table, { mode: 'balanced', seed: 1n })));
  const { names, textColumns } = formatTable(sample(model, { rows: 1500, seed: 2n }));
  return Array.from({ length: 1500 }, (_, row) =>
    Object.fromEntries(names.map((name, c) => [name, textColumns[c]![row] ?? ''])),
  );
}

test.each(KEYS)('a key of %s is put together from the drawn row', (_, startOf, width) => {
  const table = contracts((row) => ({ start: startOf(row), width }));
  const own = new Set(formatTable(table).textColumns[0]);
  const rows = drawn(table);
  for (const row of rows) {
    const start = startOf(row);
    expect(row.code!.slice(0, start.length)).toBe(start);
    expect(row.code!.slice(start.length)).toMatch(new RegExp(`^\\d{${width},}$`));
    expect(own.has(row.code)).toBe(false);
  }
  expect(new Set(rows.map(({ code }) => code)).size).toBe(1500);
});

test('numbers run at equal parts, from a first one above those of the file, in each block', () => {
  const table = contracts((row) => ({ start: row.branch!, width: 4 }));
  const composed = findComposedCode(table, 0, 65_536)!;
  const plans = table.columns.map((_, i) => ({
    made: i === 0 ? { kind: 'key', composed } : null,
  }));
  const codesOf = (block: number) =>
    formatTable(withComposedCodes(table, plans, block)).textColumns[0]!;
  const ofBerlin = codesOf(0).filter((code) => code!.startsWith('BER'));
  expect(ofBerlin.slice(0, 3)).toEqual(['BER0900', 'BER0901', 'BER0902']);
  expect(new Set([...codesOf(0), ...codesOf(1), ...codesOf(2)]).size).toBe(4500);
});

test('numbers that do not run, and codes of no column, are put together from none', () => {
  let i = 0;
  const random = contracts((row) => ({
    start: `${row.branch}${String((i++ * 7919) % 10_007).padStart(5, '0')}`,
    width: 1,
  }));
  expect(findComposedCode(random, 0, 65_536)).toBeNull();
  expect(
    findComposedCode(
      contracts(() => ({ start: 'C', width: 6 })),
      0,
      65_536,
    ),
  ).toBeNull();
});
