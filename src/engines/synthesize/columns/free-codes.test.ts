import { describe, expect, test } from 'vitest';
import { formatTable } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import { fit, modelFromBytes, modelToBytes, sample } from '../index.ts';
import { freeIndex } from './free-codes.ts';

const KINDS: [name: string, write: (i: number) => string][] = [
  ['member numbers from 1000', (i) => String(1000 + i)],
  ['account numbers from 007000', (i) => String(7000 + i).padStart(8, '0')],
  ['policies from P-000001', (i) => `P-${String(1 + i).padStart(6, '0')}`],
  ['members from ADH100000', (i) => `ADH${100_000 + i}`],
  ['loans of 10 random digits', (i) => `10${String((i * 15_485_863) % 1e8).padStart(8, '0')}`],
  ['cards of 16 digits', (i) => `4${String(10 ** 14 + 7919 * i).padStart(15, '0')}`],
];

describe.each(KINDS)('%s', (_, write) => {
  const source = Array.from({ length: 900 }, (__, i) => write(i));
  const amounts = source.map((___, i) => String((i * 37) % 400));
  const table = parseColumns(['account_id', 'amount'], [source, amounts]);
  const model = modelFromBytes(
    modelToBytes(fit(table, { mode: 'balanced', seed: 1n, roles: { account_id: 'key' } })),
  );
  const { textColumns } = formatTable(sample(model, { rows: 3000, seed: 2n }));

  test('no generated number is one of the file, all have its length', () => {
    expect(new Set(textColumns[0]!.map((code) => code!.length))).toEqual(
      new Set(source.map((code) => code.length)),
    );
    const real = new Set(source);
    expect(textColumns[0]!.filter((code) => real.has(code!))).toEqual([]);
    expect(new Set(textColumns[0]).size).toBe(3000);
  });
});

test('random codes keep the characters of each place and meet few of the source', () => {
  const source = Array.from({ length: 4000 }, (_, i) =>
    String((i * 7_368_787) % 1e6).padStart(6, '0'),
  );
  const table = parseColumns(['Auth', 'amount'], [source, source.map((_, i) => String(i % 90))]);
  const { textColumns } = formatTable(
    sample(fit(table, { mode: 'balanced', seed: 1n, roles: { Auth: 'key' } }), {
      rows: 4000,
      seed: 2n,
    }),
  );
  const real = new Set(source);
  const [drawn] = textColumns;
  expect(drawn!.every((code) => /^\d{6}$/.test(code!))).toBe(true);
  expect(new Set(drawn).size).toBe(4000);
  // 16 of 4,000 by chance.
  expect(drawn!.filter((code) => real.has(code!)).length).toBeLessThan(40);
  expect(new Set(drawn!.map((code) => code![0])).size).toBe(10);
});

test('the first free start is taken, and 0 if nothing collides', () => {
  expect(freeIndex(String, new Set(['50000']))).toBe(0);
  expect(freeIndex(String, new Set(['3', '10']))).toBe(20);
  expect(freeIndex(String, new Set(Array.from({ length: 2000 }, (_, i) => String(i))))).toBe(2000);
  expect(freeIndex(String, new Set(['5']), 900)).toBe(null);
});

test('a code that contains the date of its row contains that of the drawn row', () => {
  const days = Array.from({ length: 600 }, (_, i) => `2026-0${1 + (i % 6)}-${10 + ((i * 7) % 19)}`);
  const refs = days.map(
    (day, i) => `WT${day.replaceAll('-', '')}${String((i * 7919) % 1e6).padStart(6, '0')}`,
  );
  const table = parseColumns(
    ['Wire Ref', 'Sent', 'Amount'],
    [refs, days, days.map((_, i) => String((i * 37) % 400))],
  );
  const model = modelFromBytes(modelToBytes(fit(table, { mode: 'balanced', seed: 1n })));
  const [drawn, sent] = formatTable(sample(model, { rows: 900, seed: 2n })).textColumns;
  const dated = drawn!.filter((ref, row) => ref!.slice(2, 10) === sent![row]!.replaceAll('-', ''));
  expect(dated.length).toBe(900);
  expect(new Set(drawn).size).toBe(900);
  expect(drawn!.every((ref) => /^WT\d{14}$/.test(ref!))).toBe(true);
  expect(drawn!.filter((ref) => refs.includes(ref!))).toEqual([]);
});

test('a contract number with the year of its start has that of the drawn start', () => {
  const starts = Array.from({ length: 900 }, (_, i) => `202${1 + (i % 6)}-0${1 + (i % 9)}-01`);
  const numbers = starts.map((start, i) => `L${start.slice(0, 4)}-${10_000 + i}`);
  const table = parseColumns(
    ['Contract', 'Start', 'Rate'],
    [numbers, starts, starts.map((_, i) => String((i * 37) % 400))],
  );
  const model = modelFromBytes(modelToBytes(fit(table, { mode: 'balanced', seed: 1n })));
  const [drawn, begun] = formatTable(sample(model, { rows: 900, seed: 2n })).textColumns;
  expect(drawn!.filter((number, row) => number!.slice(1, 5) !== begun![row]!.slice(0, 4))).toEqual(
    [],
  );
  expect(drawn!.every((number) => /^L202[1-6]-\d{5}$/.test(number!))).toBe(true);
  expect(new Set(drawn).size).toBe(900);
  expect(drawn!.filter((number) => numbers.includes(number!))).toEqual([]);
});

test('codes of several prefixes and lengths keep each prefix with its digits', () => {
  const serials = Array.from(
    { length: 600 },
    (_, i) => `${['SN', 'X0', 'C00'][i % 3]}${200_000 + ((7919 * i) % 700_000)}`,
  );
  const table = parseColumns(['serial', 'n'], [serials, serials.map((_, i) => String(i % 90))]);
  const roles = { serial: 'key' } as const;
  const [drawn] = formatTable(
    sample(fit(table, { mode: 'balanced', seed: 1n, roles }), { rows: 300, seed: 2n }),
  ).textColumns;
  expect(drawn!.every((code) => /^(?:SN\d{6}|X0\d{6}|C00\d{6})$/.test(code!))).toBe(true);
  for (const start of ['SN', 'X', 'C'])
    expect(drawn!.filter((code) => code!.startsWith(start)).length).toBeGreaterThan(60);
  expect(drawn!.filter((code) => serials.includes(code!))).toEqual([]);
});

test('codes of several lengths keep lengths and characters', () => {
  const letters = (i: number, count: number) =>
    Array.from(
      { length: count },
      (_, k) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[((i + 3) * (7 + 31 * k)) % 26],
    ).join('');
  const bics = Array.from(
    { length: 900 },
    (_, i) => `${letters(i, 4)}US${i % 2 ? '33' : 'MM'}${i % 3 ? '' : 'XXX'}`,
  );
  const table = parseColumns(['BIC', 'n'], [bics, bics.map((_, i) => String(i % 90))]);
  const [drawn] = formatTable(
    sample(fit(table, { mode: 'balanced', seed: 1n }), { rows: 900, seed: 2n }),
  ).textColumns;
  expect(drawn!.every((bic) => /^[A-Z]{4}US(33|MM|3M|M3)(XXX)?$/.test(bic!))).toBe(true);
  const long = drawn!.filter((bic) => bic!.length === 11).length / 900;
  expect(Math.abs(long - 1 / 3)).toBeLessThan(0.06);
});

test('numbers of one length keep it where their first digits have to vary', () => {
  // Numbers follow one another by one to eight.
  const claims = Array.from({ length: 4000 }, (_, i) =>
    String(9_000_000 + 36 * Math.floor(i / 8) + [0, 1, 9, 16, 22, 27, 31, 34][i % 8]!),
  );
  const table = parseColumns(['claim_no', 'n'], [claims, claims.map((_, i) => String(i % 90))]);
  const [drawn] = formatTable(
    sample(fit(table, { mode: 'balanced', seed: 1n }), { rows: 4000, seed: 2n }),
  ).textColumns;
  expect(drawn!.filter((code) => !/^[1-9]\d{6}$/.test(code!))).toEqual([]);
  expect(drawn!.filter((code) => claims.includes(code!))).toEqual([]);
});
