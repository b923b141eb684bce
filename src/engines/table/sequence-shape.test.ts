import { describe, expect, test } from 'vitest';
import { findSequence } from '../meaning/entity/find-sequence.ts';
import { profileTable } from '../meaning/profile.ts';
import { parseColumns } from './parse-columns.ts';
import { entityIndex, orderByBalance, rowsByEntity } from './sequence-shape.ts';
import type { NumberColumn } from './table.ts';

const numbers = (name: string, ...values: number[]): NumberColumn => ({
  kind: 'number',
  name,
  values: Float64Array.from(values),
  decimals: 2,
});

test('numbers entities in order of appearance, without missing ones', () => {
  expect(entityIndex(numbers('n', 7, Number.NaN, 3, 7))).toEqual({
    of: Int32Array.of(0, -1, 1, 0),
    count: 2,
  });
  const words = { kind: 'category' as const, name: 'w', codes: Int32Array.of(2, -1, 0, 2) };
  expect(entityIndex({ ...words, dictionary: ['a', 'b', 'c'] })).toEqual({
    of: Int32Array.of(0, -1, 1, 0),
    count: 2,
  });
});

test('orders rows by entity and time, keeps file order within a moment and omits rows without entity', () => {
  const of = Int32Array.of(1, 0, 1, -1, 0, 1);
  const time = Float64Array.of(5, 9, 5, 0, 2, 1);
  expect(rowsByEntity(of, 2, time)).toEqual({
    start: Int32Array.of(0, 2, 5),
    order: Int32Array.of(4, 1, 5, 0, 2),
  });
});

describe('balances', () => {
  /** Builds one entity with 100 movements of 1.00, two a day in swapped order. */
  const count = 100;
  const places = Array.from({ length: count }, (_, row) => row ^ 1);
  const time = Float64Array.from(places, (place) => place >> 1);
  const amount = numbers('amount', ...places.map(() => 1));
  const balance = numbers('balance', ...places.map((place) => place + 1));
  const grouped = () => rowsByEntity(new Int32Array(count), 1, time);

  test('the rows of a day are put in the order in which the balances follow', () => {
    const rows = grouped();
    expect(orderByBalance(rows, { time, balance, amount })).toBe(1);
    expect(Array.from(rows.order)).toEqual(places);
  });

  test('one balance that does not follow costs its own step and the next', () => {
    const daily = Float64Array.from(places);
    const values = balance.values.slice();
    values[60] += 10;
    const rows = rowsByEntity(new Int32Array(count), 1, daily);
    const changed = { ...balance, values };
    expect(orderByBalance(rows, { time: daily, balance: changed, amount })).toBeCloseTo(
      97 / 99,
      12,
    );
  });

  test('a balance that is off by less than 0.15 still follows', () => {
    const off = (by: number) => {
      const values = balance.values.map((value, row) => value + (row === 60 ? by : 0));
      return orderByBalance(grouped(), { time, balance: { ...balance, values }, amount });
    };
    expect(off(0.14)).toBe(1);
    expect(off(0.16)).toBeLessThan(1);
  });

  test('fewer than 50 steps and movements of zero are no evidence', () => {
    const few = { order: Int32Array.from(places.slice(0, 50)), start: Int32Array.of(0, 50) };
    expect(orderByBalance(few, { time, balance, amount })).toBe(0);
    const none = numbers('amount', ...places.map(() => 0));
    expect(orderByBalance(grouped(), { time, balance, amount: none })).toBe(0);
  });
});

describe('whose histories the rows are', () => {
  /** Builds accounts with a booking a day, an opening date and a running balance. */
  function bank(entities: number, rowsEach: number) {
    const day = (n: number) => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10);
    const rows = Array.from({ length: entities * rowsEach }, (_, row) => ({
      account: row % entities,
      step: Math.floor(row / entities),
    }));
    const amountOf = (step: number) => 10 + (step % 3);
    const balances = new Float64Array(entities);
    const balanceAfter = (account: number, amount: number) => {
      balances[account] += amount;
      return balances[account].toFixed(2);
    };
    return parseColumns(
      ['account_id', 'opened', 'booked', 'clock', 'amount', 'balance'],
      [
        rows.map(({ account }) => String(70_000 + account)),
        rows.map(({ account }) => day(-account)),
        rows.map(({ step }) => day(step)),
        rows.map(({ step }) => `10:${String(step % 60).padStart(2, '0')}:00`),
        rows.map(({ step }) => amountOf(step).toFixed(2)),
        rows.map(({ account, step }) => balanceAfter(account, amountOf(step))),
      ],
    );
  }
  const sequenceOf = (entities: number, rowsEach: number) =>
    findSequence(bank(entities, rowsEach), [
      'reference',
      'feature',
      'feature',
      'feature',
      'feature',
      'feature',
    ]);

  test('entity, the first date that varies within it, and the balance that runs through', () => {
    expect(sequenceOf(10, 12)).toEqual({
      entity: 'account_id',
      time: 'booked',
      entities: 10,
      balance: { column: 'balance', amount: 'amount', share: 1 },
    });
    expect(profileTable(bank(60, 12)).sequence).toMatchObject({ entity: 'account_id' });
  });

  test('requires nine entities with four rows each on average', () => {
    expect(sequenceOf(8, 12)).toBeNull();
    expect(sequenceOf(9, 12)).toMatchObject({ entities: 9 });
    expect(sequenceOf(20, 4)).toMatchObject({ entities: 20 });
    expect(sequenceOf(20, 3)).toBeNull();
  });

  test('a reference with a missing value, and a table without a date that varies, have none', () => {
    const table = bank(10, 12);
    const [account, opened, booked] = table.columns;
    const missing = { ...account, values: Float64Array.from({ length: 120 }, () => Number.NaN) };
    const roles = ['reference', 'feature', 'feature'] as const;
    expect(
      findSequence({ rows: 120, columns: [missing as NumberColumn, opened, booked] }, roles),
    ).toBeNull();
    expect(findSequence({ rows: 120, columns: [account, opened] }, roles)).toBeNull();
    expect(findSequence({ rows: 120, columns: [account, booked] }, roles)).toMatchObject({
      balance: null,
    });
    expect(
      findSequence(
        table,
        table.columns.map(() => 'feature'),
      ),
    ).toBeNull();
  });

  test('a masked number, which several cards share, tells none', () => {
    const masked = Array.from({ length: 120 }, (_, row) => `453210******${1000 + (row % 30)}`);
    const [, , booked] = bank(10, 12).columns;
    const table = { rows: 120, columns: [...parseColumns(['PAN'], [masked]).columns, booked] };
    expect(findSequence(table, ['reference', 'feature'])).toBeNull();
  });

  test('prefers accounts and customers by header, then the reference with more entities', () => {
    const table = bank(10, 12);
    const groups = Array.from({ length: 120 }, (_, row) => `G${row % 30}`);
    const roles = ['reference', ...table.columns.slice(1).map(() => 'feature' as const)] as const;
    const withFiner = (name: string) => {
      const finer = parseColumns([name], [groups]).columns[0];
      return findSequence({ rows: 120, columns: [...table.columns, finer] }, [
        ...roles,
        'reference',
      ]);
    };
    expect(withFiner('customer_id')).toMatchObject({ entity: 'customer_id', entities: 30 });
    expect(withFiner('group')).toMatchObject({ entity: 'account_id', entities: 10 });
  });
});
