import { describe, expect, test } from 'vitest';
import { findSequence, recurringReference } from '../meaning/entity/find-sequence.ts';
import type { ColumnRole } from '../meaning/roles/column-role.ts';
import { days, numbers, upTo, words } from './columns.fixture.ts';
import { orderByBalance, rowsByEntity, sequenceOf, shapeOf } from './sequence-shape.ts';
import type { Column, NumberColumn } from './table.ts';

/** Builds ten accounts in turn, one row a day, `each` rows per account; every amount is one. */
function bank(rowsPerAccount: number) {
  const rows = upTo(10 * rowsPerAccount);
  const step = (row: number) => Math.floor(row / 10);
  return {
    rows: rows.length,
    account: words(
      'account',
      rows.map((row) => `A${row % 10}`),
    ),
    day: days('day', rows.map(step)),
    amount: numbers(
      'amount',
      rows.map(() => 1),
    ),
    balance: numbers(
      'balance',
      rows.map((row) => step(row) + 1),
    ),
  };
}

/** Finds the balance among a bank's columns after `change`. */
function balanceIn(rowsPerAccount: number, change: (of: ReturnType<typeof bank>) => Column[]) {
  const of = bank(rowsPerAccount);
  const table = { rows: of.rows, columns: [of.account, of.day, ...change(of)] };
  return sequenceOf(table, of.account)?.balance;
}
const broken = (column: NumberColumn, rows: readonly number[]): NumberColumn => ({
  ...column,
  values: column.values.map((value, row) => (rows.includes(row) ? value + 500 : value)),
});

describe('the balance of a table', () => {
  test('stands before or behind the amount', () => {
    const detected = { column: 'balance', amount: 'amount', share: 1 };
    expect(balanceIn(12, ({ amount, balance }) => [amount, balance])).toEqual(detected);
    expect(balanceIn(12, ({ amount, balance }) => [balance, amount])).toEqual(detected);
  });

  test('is no constant number of the account', () => {
    const merchant = numbers(
      'merchant',
      upTo(120).map((row) => 4e14 + (row % 10)),
    );
    const fee = {
      ...numbers(
        'fee',
        upTo(120).map((row) => 0.3 + (row % 9) / 10),
      ),
      decimals: 2,
    };
    expect(balanceIn(12, () => [merchant, fee])).toBeNull();
  });

  test('is found though a value of it is missing, which costs its own step alone', () => {
    const without = (rows: readonly number[]) =>
      balanceIn(12, ({ amount, balance }) => [
        amount,
        {
          ...balance,
          values: balance.values.map((value, row) => (rows.includes(row) ? Number.NaN : value)),
        },
      ]);
    expect(without([40])?.share).toBeCloseTo(109 / 110, 12);
    // More than 1 % of the 120.
    expect(without([40, 51])).toBeNull();
  });

  test('follows in nine of ten steps, no fewer', () => {
    // Of the 110 steps, each broken balance affects two: its own and the next.
    const share = (count: number) =>
      balanceIn(12, ({ amount, balance }) => [
        amount,
        broken(balance, [40, 51, 62, 73, 84, 95].slice(0, count)),
      ])?.share;
    expect(share(5)).toBeCloseTo(100 / 110, 12);
    expect(share(6)).toBeUndefined();
  });

  test('is the one that follows more often', () => {
    const balanceColumn = (first: number[], second: number[]) =>
      balanceIn(12, ({ amount, balance }) => [
        amount,
        broken({ ...balance, name: 'first' }, first),
        broken({ ...balance, name: 'second' }, second),
      ])?.column;
    expect(balanceColumn([40, 51], [62])).toBe('second');
    expect(balanceColumn([40], [51, 62])).toBe('first');
    expect(balanceColumn([], [])).toBe('first');
  });

  test('is no column with many missing values, and no amount of itself', () => {
    expect(
      balanceIn(12, ({ amount, balance }) => [
        amount,
        { ...balance, values: balance.values.map((v, row) => (row % 40 === 30 ? Number.NaN : v)) },
      ]),
    ).toBeNull();
    expect(balanceIn(12, ({ balance }) => [balance])).toBeNull();
    expect(balanceIn(12, ({ amount }) => [amount])).toBeNull();
  });

  test('is looked for in all rows, where it fails in later accounts only', () => {
    // The first check ends after the accounts with the first 1,000 rows.
    const late = upTo(2000).filter((row) => row % 10 >= 7);
    const alternating = late.filter((_, i) => i % 2 === 0);
    expect(
      balanceIn(200, ({ amount, balance }) => [amount, broken(balance, alternating)]),
    ).toBeNull();
    expect(balanceIn(200, ({ amount, balance }) => [amount, balance])?.share).toBe(1);
  });
});

test('a balance is found behind a thousand accounts of one row each', () => {
  const alone = upTo(1000);
  const rows = upTo(600);
  const step = (row: number) => Math.floor(row / 20);
  const account = words('account', [
    ...alone.map((row) => `B${row}`),
    ...rows.map((row) => `A${row % 20}`),
  ]);
  const time = days('day', [...alone.map(() => 0), ...rows.map(step)]);
  const amount = numbers(
    'amount',
    upTo(1600).map(() => 1),
  );
  const balance = numbers('balance', [...alone.map(() => 7), ...rows.map((row) => step(row) + 1)]);
  const table = { rows: 1600, columns: [account, time, amount, balance] };
  expect(shapeOf(table, account, time)).toEqual({
    entity: 'account',
    time: 'day',
    entities: 1020,
    balance: { column: 'balance', amount: 'amount', share: 1 },
  });
});

describe('balances that follow one another', () => {
  const grouped = (rows: number) =>
    rowsByEntity(new Int32Array(rows), 1, Float64Array.from(upTo(rows)));
  /** Builds one account whose balances are off by `off` from row `at` on. */
  const share = (rows: number, off: number, decimals: number, at = 30) => {
    const amount = numbers(
      'amount',
      upTo(rows).map(() => 100),
    );
    const values = upTo(rows).map((row) => 100 * (row + 1) + (row >= at ? off : 0));
    return orderByBalance(grouped(rows), {
      time: Float64Array.from(upTo(rows)),
      balance: numbers('balance', values, { decimals }),
      amount,
    });
  };

  test('51 rows make 50 steps, which is enough', () => {
    expect(share(51, 0, 2)).toBe(1);
    expect(share(50, 0, 2)).toBe(0);
  });

  test('movements of nothing are no steps, among others as well', () => {
    const of = (moved: number) => {
      const amounts = upTo(101).map((row) => (row <= moved ? 1 : 0));
      let sum = 0;
      const balances = amounts.map((value) => {
        sum += value;
        return sum;
      });
      return orderByBalance(grouped(101), {
        time: Float64Array.from(upTo(101)),
        balance: numbers('balance', balances),
        amount: numbers('amount', amounts),
      });
    };
    expect(of(50)).toBe(1);
    expect(of(49)).toBe(0);
  });

  test.each([
    [2, 0.14, 1],
    [2, 0.16, 99 / 100],
    [1, 0.14, 1],
    [1, 0.16, 99 / 100],
    [0, 1.4, 1],
    [0, 1.6, 99 / 100],
  ])('with %i decimals a step may be off by %f: %f', (decimals, off, expected) => {
    expect(share(101, off, decimals)).toBeCloseTo(expected, 12);
  });

  test('rows of one moment are put in order within it alone', () => {
    // Two rows a day in swapped order; the first opens with the previous day's balance.
    const place = upTo(60).map((row) => row ^ 1);
    const time = Float64Array.from(place, (p) => p >> 1);
    const rows = rowsByEntity(
      Int32Array.from(upTo(60), (row) => (row < 30 ? 0 : 1)),
      2,
      time,
    );
    const balance = numbers(
      'balance',
      place.map((p) => (p < 30 ? p + 1 : p - 29)),
    );
    const amount = numbers(
      'amount',
      place.map(() => 1),
    );
    expect(orderByBalance(rows, { time, balance, amount })).toBe(1);
    expect(Array.from(rows.order)).toEqual(place);
  });

  test('a row that follows on another day stays on its own', () => {
    const time = Float64Array.of(0, 1, 2);
    const rows = rowsByEntity(new Int32Array(3), 1, time);
    const balance = numbers('balance', [2, 1, 3]);
    orderByBalance(rows, { time, balance, amount: numbers('amount', [1, 1, 1]) });
    expect(Array.from(rows.order)).toEqual([0, 1, 2]);
  });
});

describe('the finest recurring reference', () => {
  const detect = (rows: number, ...described: [Column, ColumnRole][]) =>
    recurringReference(
      { rows, columns: described.map(([column]) => column) },
      described.map(([, role]) => role),
      9,
    )?.name;
  const keyColumn = (name: string, entities: number) =>
    words(
      name,
      upTo(80).map((row) => `E${row % entities}`),
    );

  test('has the most values, the first of two with as many', () => {
    expect(detect(80, [keyColumn('a', 10), 'reference'], [keyColumn('b', 20), 'reference'])).toBe(
      'b',
    );
    expect(detect(80, [keyColumn('a', 20), 'reference'], [keyColumn('b', 10), 'reference'])).toBe(
      'a',
    );
    expect(detect(80, [keyColumn('a', 20), 'reference'], [keyColumn('b', 20), 'reference'])).toBe(
      'a',
    );
  });

  test('has four rows of each on average, a value in every row, and the role', () => {
    expect(detect(80, [keyColumn('a', 10), 'reference'], [keyColumn('b', 21), 'reference'])).toBe(
      'a',
    );
    const gap = words('b', [null, ...upTo(79).map((row) => `E${row % 20}`)]);
    expect(detect(80, [keyColumn('a', 10), 'reference'], [gap, 'reference'])).toBe('a');
    expect(detect(80, [keyColumn('a', 10), 'reference'], [keyColumn('b', 20), 'feature'])).toBe(
      'a',
    );
  });
});

describe('the date that orders histories', () => {
  const account = words(
    'account',
    upTo(40).map((row) => `A${row % 10}`),
  );
  const timeOf = (...columns: Column[]) =>
    findSequence({ rows: 40, columns: [account, ...columns] }, [
      'reference',
      ...columns.map(() => 'feature' as const),
    ])?.time;
  const booked = days('booked', upTo(40));
  /** Builds dates that vary within the given number of the ten accounts. */
  const varying = (accounts: number) =>
    days(
      'opened',
      upTo(40).map((row) => (row % 10 < accounts && row >= 10 ? 5 : 4)),
    );

  test('varies within most accounts', () => {
    expect(timeOf(varying(6), booked)).toBe('opened');
    expect(timeOf(varying(5), booked)).toBe('booked');
  });

  test('is complete, and no time of day', () => {
    const gap = {
      ...booked,
      name: 'gap',
      values: booked.values.map((v, i) => (i === 9 ? NaN : v)),
    };
    expect(timeOf(gap, booked)).toBe('booked');
    expect(timeOf({ ...days('clock', upTo(40), 'HH:mm') }, booked)).toBe('booked');
    expect(timeOf(numbers('n', upTo(40)))).toBeUndefined();
  });
});

test('numbers of batches counted up by one are no balance of their small fees', () => {
  const { rows, account, day } = bank(30);
  const batch = numbers(
    'batch',
    upTo(rows).map((row) => 500_000 + Math.floor(row / 10)),
  );
  const fee = {
    ...numbers(
      'fee',
      upTo(rows).map((row) => 0.4 + (row % 21) / 10),
    ),
    decimals: 2,
  };
  const table = { rows, columns: [account, day, batch, fee] };
  expect(sequenceOf(table, account)?.balance).toBeNull();
});
