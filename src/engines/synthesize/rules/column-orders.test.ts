import { describe, expect, test } from 'vitest';
import { daysFromCivil } from '../../../shared/civil-date.ts';
import { streamFor } from '../../random/stream.ts';
import { formatTable } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import type { Table } from '../../table/table.ts';
import { fit, sample } from '../index.ts';
import { findColumnOrders, inOrder, orderSentence } from './column-orders.ts';

const isoDay = (days: number) => new Date(days * 86_400_000).toISOString().slice(0, 10);

function tableOf(columns: Readonly<Record<string, readonly (string | number)[]>>): Table {
  return parseColumns(
    Object.keys(columns),
    Object.values(columns).map((values) => values.map(String)),
  );
}

const sentences = (table: Table) =>
  findColumnOrders(
    table,
    table.columns.map(() => true),
    new Set(),
  ).map((order) => orderSentence(order, table));

const every = <T>(of: (random: ReturnType<typeof streamFor>, i: number) => T, rows = 1500) =>
  Array.from({ length: rows }, (_, i) => of(streamFor(21n, i, 1), i));

const accounts = (() => {
  const rows = every((random) => {
    const opened = daysFromCivil(2015, 1, 1) + random.below(2500);
    const limit = 100 * (1 + random.below(90));
    const used = Math.floor(limit * random.float() ** 0.3);
    return {
      opened,
      closed: opened + 30 + random.below(900),
      limit,
      used,
      age: 18 + random.below(60),
    };
  });
  return tableOf({
    opened: rows.map(({ opened }) => isoDay(opened)),
    closed: rows.map(({ closed }, i) => (i % 4 === 0 ? '' : isoDay(closed))),
    used: rows.map(({ used }) => used),
    limit: rows.map(({ limit }) => limit),
    age: rows.map(({ age }) => age),
  });
})();

test('columns that are never above others are found; an age below every amount says nothing', () => {
  expect(sentences(accounts)).toEqual([
    'closed is never before opened',
    'used is never above limit',
  ]);
});

test.each(['fidelity', 'balanced', 'cautious'] as const)('what is drawn keeps them, %s', (mode) => {
  const model = fit(accounts, { mode, seed: 1n });
  const { names, textColumns } = formatTable(sample(model, { rows: 3000, seed: 2n }));
  const at = (name: string) => textColumns[names.indexOf(name)] as string[];
  const [opened, closed] = [at('opened'), at('closed')];
  expect(closed.filter((day, i) => day !== '' && day < opened[i]!)).toEqual([]);
  const limits = at('limit').map(Number);
  expect(at('used').filter((used, i) => Number(used) > limits[i]!)).toEqual([]);
});

test('a given value stays, and the other gives way', () => {
  const model = fit(accounts, { mode: 'fidelity', seed: 1n });
  const { names, textColumns } = formatTable(
    sample(model, { rows: 400, seed: 3n, given: { limit: '300' } }),
  );
  const at = (name: string) => textColumns[names.indexOf(name)] as string[];
  expect(new Set(at('limit'))).toEqual(new Set(['300']));
  expect(Math.max(...at('used').map(Number))).toBeLessThanOrEqual(300);
});

describe('what is no order', () => {
  test('one in five hundred rows to the contrary', () => {
    const low = every((random) => random.below(1000));
    const high = low.map((value, i) => value + (i % 500 === 0 ? -3 : 40));
    expect(sentences(tableOf({ low, high }))).toEqual([]);
  });

  test('49 rows that hold both, and 77 of which chance would break fewer than 15', () => {
    const low = every((random) => random.below(1000), 49);
    expect(sentences(tableOf({ low, high: low.map((value) => value + 1) }))).toEqual([]);
    const few = every((random, i) => (i < 5 ? 900 : random.below(50)), 77);
    expect(sentences(tableOf({ few, high: few.map((value) => value + 60) }))).toEqual([]);
  });

  test('columns that are always equal', () => {
    const same = every((random) => random.below(1000));
    expect(sentences(tableOf({ same, too: same }))).toEqual([]);
  });
});

describe('values in the wrong order', () => {
  const values = (table: Table) =>
    table.columns.map((column) => (column.kind === 'category' ? [] : [...column.values]));

  test('take each other’s place, along a chain of three as well; missing ones stay', () => {
    const table = tableOf({ a: [9, 3, ''], b: [5, 2, 4], c: [1, 8, 1] });
    const orders = [
      { low: 0, high: 1 },
      { low: 1, high: 2 },
      { low: 0, high: 2 },
    ];
    expect(values(inOrder(table, orders))).toEqual([
      [1, 2, Number.NaN],
      [5, 3, 1],
      [9, 8, 4],
    ]);
  });

  test('written in other units: the finer number moves, and the day past a moment', () => {
    const amounts = tableOf({ whole: [7, 3], cents: ['6.40', '9.99'] });
    expect(values(inOrder(amounts, [{ low: 0, high: 1 }]))).toEqual([
      [7, 3],
      [7, 9.99],
    ]);
    const moments = tableOf({
      seen: ['2024-03-05 14:30:00', '2024-03-07 00:10:00'],
      closed: ['2024-03-05', '2024-03-08'],
    });
    const [, closed] = values(inOrder(moments, [{ low: 0, high: 1 }]));
    expect(closed!.map((moment) => isoDay(moment / 86_400_000))).toEqual([
      '2024-03-06',
      '2024-03-08',
    ]);
  });
});

test('a count of claims bounds no amount', () => {
  const rows = every((random) => {
    const claims = random.below(5) === 0 ? 1 + random.below(2) : 0;
    return { claims, reserve: claims === 0 ? 0 : 50 + random.below(9000) / 100 };
  });
  const table = tableOf({
    claims: rows.map(({ claims }) => claims),
    reserve: rows.map(({ reserve }) => reserve.toFixed(2)),
  });
  expect(sentences(table)).toEqual([]);
});
