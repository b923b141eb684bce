import { describe, expect, test } from 'vitest';
import { days, numbers, upTo, words } from './columns.fixture.ts';
import { DAY } from './datetime-form.ts';
import { declaredSequence, refuseEntity } from './declared-sequence.ts';
import type { Column, Table } from './table.ts';

const tableOf = (...columns: Column[]): Table => ({
  rows: columns[0].kind === 'category' ? columns[0].codes.length : columns[0].values.length,
  columns,
});
const who = (rows: number, entities: number) =>
  words(
    'who',
    upTo(rows).map((row) => `P${row % entities}`),
  );
const DAY_2000 = Date.UTC(2000, 0, 1);

describe('what can be the entity of histories', () => {
  test.each([
    ['nine entities of two rows', who(18, 9), null],
    [
      'numbers as well',
      numbers(
        'who',
        upTo(20).map((row) => row % 10),
      ),
      null,
    ],
    ['eight entities', who(20, 8), 'Column who has 8 distinct values; sequences need at least 9.'],
    [
      'a missing value',
      words('who', [...upTo(29).map((row) => `P${row % 10}`), null]),
      'Column who has missing values. Every row needs an entity.',
    ],
    [
      'fewer than two rows each',
      who(19, 10),
      'Column who has a different value in nearly every row, so there are no sequences.',
    ],
  ])('%s', (_, column, refusal) => {
    expect(refuseEntity(tableOf(column), 'who')).toBe(refusal);
  });

  test('a column that is not there', () => {
    expect(refuseEntity(tableOf(who(20, 10)), 'whom')).toBe('No such column: whom.');
    expect(() => declaredSequence(tableOf(who(20, 10)), 'whom')).toThrow(
      new RangeError('No such column: whom.'),
    );
  });
});

describe('declared histories', () => {
  test('are ordered by the first date that varies within them', () => {
    const opened = days(
      'opened',
      upTo(40).map((row) => row % 10),
    );
    const booked = days(
      'booked',
      upTo(40).map((row) => 100 - row),
    );
    const table = tableOf(
      words(
        'other',
        upTo(40).map(() => 'x'),
      ),
      who(40, 10),
      opened,
      booked,
    );
    expect(declaredSequence(table, 'who')).toEqual({
      table,
      shape: { entity: 'who', time: 'booked', entities: 10, balance: null },
      inFileOrder: false,
    });
  });

  test('without one are ordered as the file lists them, a day each from 2000 on', () => {
    const original = tableOf(
      who(30, 10),
      words(
        'order in the file',
        upTo(30).map(() => 'x'),
      ),
    );
    const { table, shape, inFileOrder } = declaredSequence(original, 'who');
    // An existing column of that name keeps it.
    expect(shape).toEqual({
      entity: 'who',
      time: 'order in the file ',
      entities: 10,
      balance: null,
    });
    expect(inFileOrder).toBe(true);
    expect(table.rows).toBe(30);
    expect(table.columns.slice(0, 2)).toEqual(original.columns);
    expect(table.columns[2]).toEqual({
      ...days('order in the file ', []),
      values: Float64Array.from(upTo(30), (row) => DAY_2000 + Math.floor(row / 10) * DAY),
    });
    expect(original.columns.length).toBe(2);
  });

  test('finds an order if most entities have one row and a few have many', () => {
    const column = words('who', [
      ...upTo(9).map((entity) => `P${entity}`),
      ...upTo(21).map(() => 'P9'),
    ]);
    expect(declaredSequence(tableOf(column), 'who').shape).toEqual({
      entity: 'who',
      time: 'order in the file',
      entities: 10,
      balance: null,
    });
  });
});
