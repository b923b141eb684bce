import { describe, expect, test } from 'vitest';
import { streamFor } from '../random/stream.ts';
import { formatTable } from '../table/format-table.ts';
import { parseColumns } from '../table/parse-columns.ts';
import type { NumberColumn, Table } from '../table/table.ts';
import {
  type FitOptions,
  fit,
  joinBlocks,
  modelFromBytes,
  modelToBytes,
  sample,
  sampleBlock,
} from './index.ts';

const DAY = 86_400_000;

type Style = { newestFirst: boolean; sides: boolean };

/** Builds a single-account statement: days, texts, amounts (or debits and credits), balance. */
function statement(rows: number, { newestFirst, sides }: Style): Table {
  const random = streamFor(11n, 0, 1);
  let balance = 250_000;
  let day = Date.UTC(2024, 0, 1);
  const lines = Array.from({ length: rows }, () => {
    day += DAY * Math.floor(3 * random.float());
    const salary = random.float() < 0.1;
    const cents = salary ? 180_000 : -Math.round(500 + 15_000 * random.float());
    balance += cents;
    const money = (value: number) => (value / 100).toFixed(2);
    const amounts = sides
      ? [cents < 0 ? money(-cents) : '', cents < 0 ? '' : money(cents)]
      : [money(cents)];
    const text = salary ? 'salary' : ['card', 'transfer', 'fee'][Math.floor(3 * random.float())]!;
    return [new Date(day).toISOString().slice(0, 10), text, ...amounts, money(balance)];
  });
  if (newestFirst) lines.reverse();
  const names = sides
    ? ['day', 'kind', 'out', 'in', 'balance']
    : ['day', 'kind', 'amount', 'balance'];
  return parseColumns(
    names,
    names.map((_, i) => lines.map((line) => line[i] || null)),
  );
}

const numbers = (table: Table, name: string) =>
  (table.columns.find((column) => column.name === name) as NumberColumn).values;

/** Returns the share of rows whose balance is the previous one, in time, plus the movement. */
function identityShare(table: Table, { newestFirst, sides }: Style): number {
  const balance = numbers(table, 'balance');
  const value = (name: string, row: number) => numbers(table, name)[row] || 0;
  let consistent = 0;
  for (let i = 1; i < table.rows; i++) {
    const [row, before] = newestFirst ? [i - 1, i] : [i, i - 1];
    const moved = sides ? value('in', row) - value('out', row) : value('amount', row);
    if (Math.abs(balance[row] - balance[before] - moved) < 0.005) consistent++;
  }
  return consistent / (table.rows - 1);
}

describe.each<Style>([
  { newestFirst: false, sides: false },
  { newestFirst: true, sides: false },
  { newestFirst: false, sides: true },
  { newestFirst: true, sides: true },
])('a statement of one account, %o', (style) => {
  const table = statement(600, style);
  const model = modelFromBytes(modelToBytes(fit(table, { mode: 'balanced', seed: 1n })));

  test('its running balance is found without a column that names the account, and true in 99 % of drawn rows', () => {
    expect(model.statement).toMatchObject({ newestFirst: style.newestFirst, time: 0 });
    const sampled = sample(model, { rows: 500, seed: 9n });
    expect(sampled.rows).toBe(500);
    expect(identityShare(sampled, style)).toBeGreaterThanOrEqual(0.99);
  });

  test('each row fills one of two columns of amounts, with as many values as amounts have', () => {
    const sampled = sample(model, { rows: 500, seed: 11n });
    const distinct = (values: Float64Array) =>
      new Set(values.filter((value) => !Number.isNaN(value))).size;
    if (!style.sides) return expect(distinct(numbers(sampled, 'amount'))).toBeGreaterThan(200);
    const [out, into] = [numbers(sampled, 'out'), numbers(sampled, 'in')];
    expect(out.every((value, row) => Number.isNaN(value) !== Number.isNaN(into[row]))).toBe(true);
    expect(distinct(out)).toBeGreaterThan(200);
    const share = into.filter((value) => value > 0).length / 500;
    expect(Math.abs(share - 0.1)).toBeLessThan(0.05);
  });

  test('rows are listed in the order of the file, and balances lie about where they lay', () => {
    const sampled = sample(model, { rows: 500, seed: 10n });
    const days = numbers(sampled, 'day');
    const gaps = days.slice(1).map((value, i) => value - days[i]);
    expect(gaps.every((gap) => (style.newestFirst ? gap <= 0 : gap >= 0))).toBe(true);
    const meanOf = (values: Float64Array) =>
      values.reduce((sum, value) => sum + value, 0) / values.length;
    // The opening balance is chosen so that the mean equals the model's.
    expect(meanOf(numbers(sampled, 'balance'))).toBeCloseTo(meanOf(numbers(table, 'balance')), 1);
  });
});

test('several blocks are one statement', () => {
  const style = { newestFirst: false, sides: false };
  const model = fit(statement(300, style), { mode: 'balanced', seed: 1n });
  const blocks = [0, 1].map((block) => sampleBlock(model, { block, rows: 200, seed: 3n }));
  const joined = joinBlocks(model, blocks);
  expect(joined.rows).toBe(400);
  expect(identityShare(joined, style)).toBe(1);
});

test('whom one account pays is made, however often it does, unless somebody says to learn it', () => {
  const table = statement(400, { newestFirst: false, sides: false });
  const names = ['JAN KOWALSKI', 'LIDL 12', 'Anna Nowak'];
  const payees = parseColumns(['Odbiorca'], [Array.from({ length: 400 }, (_, i) => names[i % 3]!)]);
  const withPayees = { ...table, columns: [...table.columns, ...payees.columns] };
  const payeesWith = (roles: NonNullable<FitOptions['roles']>) => {
    const model = fit(withPayees, { mode: 'balanced', seed: 1n, roles });
    const { textColumns } = formatTable(sample(model, { rows: 300, seed: 2n }));
    return new Set(textColumns.at(-1));
  };
  const generated = payeesWith({});
  expect(names.filter((name) => generated.has(name))).toEqual([]);
  // A few payees that recur, as in the file.
  expect([2, 3]).toContain(generated.size);
  expect(payeesWith({ Odbiorca: 'feature' })).toEqual(new Set(names));
});

test('rows without such a balance are learned as before', () => {
  const table = statement(300, { newestFirst: false, sides: false });
  const balance = table.columns.find(({ name }) => name === 'balance') as NumberColumn;
  balance.values.reverse();
  expect(fit(table, { mode: 'balanced', seed: 1n }).statement).toBeUndefined();
});
