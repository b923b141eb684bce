import { beforeAll, describe, expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import type { Table } from '../../table/table.ts';
import { fitTables, sampleTables, type TablesModel } from '../index.ts';
import { beside, relation, shareOf, table, texts } from '../related-tables.fixture.ts';

const dateOf = (day: number) => new Date(Date.UTC(2023, 0, 1 + day)).toISOString().slice(0, 10);

/**
 * Builds customers, and loans whose status depends on the customer's segment and whose amount is
 * duration times payment, with larger payments in arrears; and card purchases over time, in a
 * currency that a card keeps.
 */
function bank(customers = 900): Record<string, Table> {
  const stream = streamFor(12n, 0, 0);
  const customerRows: string[][] = [];
  const loans: string[][] = [];
  const cards: string[][] = [];
  const purchases: string[][] = [];
  for (let c = 0; c < customers; c++) {
    const isFirm = stream.below(3) === 0;
    customerRows.push([`C${1000 + c}`, isFirm ? 'firm' : 'person']);
    const isLate = stream.below(10) < (isFirm ? 4 : 1);
    const duration = 12 * (1 + stream.below(5));
    const payment = (isLate ? 700 : 200) + stream.below(100);
    loans.push([
      `L${c}`,
      `C${1000 + c}`,
      isLate ? 'late' : stream.below(2) === 0 ? 'paid' : 'open',
      isLate ? 'R' : 'G',
      String(duration),
      String(payment),
      String(duration * payment),
    ]);
    if (c % 3 > 0) continue;
    cards.push([`K${c}`, `C${1000 + c}`, isFirm ? 'gold' : 'plain']);
    const currency = stream.below(4) === 0 ? 'USD' : 'EUR';
    const first = stream.below(60);
    for (let p = 0; p < 6; p++)
      purchases.push([
        `P${purchases.length}`,
        `K${c}`,
        dateOf(first + 9 * p + stream.below(4)),
        currency,
        ['shop', 'fuel'][stream.below(2)]!,
        String(5 + stream.below(90)),
      ]);
  }
  return {
    customer: table(['customer_id', 'segment'], customerRows),
    loan: table(['loan_id', 'customer_id', 'status', 'flag', 'months', 'payment', 'amount'], loans),
    card: table(['card_id', 'customer_id', 'kind'], cards),
    purchase: table(['purchase_id', 'card_id', 'day', 'currency', 'at', 'price'], purchases),
  };
}

const RELATIONS = [
  relation('loan', 'customer_id', 'customer', 'customer_id'),
  relation('card', 'customer_id', 'customer', 'customer_id'),
  relation('purchase', 'card_id', 'card', 'card_id'),
];

const numbers = (of: Table, name: string) => texts(of, name).map(Number);
const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
const where = <T>(list: T[], holds: (row: number) => boolean) =>
  list.filter((_, row) => holds(row));

describe('fixed values and shares of linked tables', () => {
  const real = bank();
  let model: TablesModel;
  let plain: Record<string, Table>;
  beforeAll(() => {
    model = fitTables(real, RELATIONS, { mode: 'fidelity', seed: 1n }).model;
    plain = sampleTables(model, { seed: 5n }).tables;
  });
  const sampled = (request: Omit<Parameters<typeof sampleTables>[1], 'seed'>) =>
    sampleTables(model, { seed: 5n, ...request }).tables;
  const rowsOf = (tables: Record<string, Table>) =>
    Object.entries(tables).map(([name, { rows }]) => [name, rows]);

  test('a derived amount of a child table is exact', () => {
    expect(model.tables.find(({ name }) => name === 'loan')!.made).toMatchObject({
      kind: 'siblings',
      laws: [{ kind: 'product' }],
    });
    const [months, payments] = [numbers(plain.loan!, 'months'), numbers(plain.loan!, 'payment')];
    expect(numbers(plain.loan!, 'amount')).toEqual(months.map((m, row) => m * payments[row]!));
  });

  test('a fixed value of a child: all rows have it, the rest follows, parents stay', () => {
    const late = sampled({ given: { loan: { status: 'late' } } });
    expect(rowsOf(late)).toEqual(rowsOf(plain));
    expect(texts(late.customer!, 'segment')).toEqual(texts(plain.customer!, 'segment'));
    expect(new Set(texts(late.loan!, 'status'))).toEqual(new Set(['late']));
    expect(mean(numbers(late.loan!, 'payment'))).toBeGreaterThan(700);
    // A column determined by the fixed one, given alone, fixes that one.
    const red = sampled({ given: { loan: { flag: 'R' } } });
    expect(new Set(texts(red.loan!, 'status'))).toEqual(new Set(['late']));
    const number = sampled({ given: { loan: { months: '24', status: 'paid' } } });
    expect(new Set(numbers(number.loan!, 'months'))).toEqual(new Set([24]));
    expect(mean(numbers(number.loan!, 'payment'))).toBeLessThan(300);
  });

  test('shares of a child are met to 2 %; it keeps to the parent, and its rows to their value', () => {
    const { loan, customer } = sampled({
      rebalance: { table: 'loan', column: 'status', shares: { late: 0.5 } },
    });
    const status = texts(loan!, 'status');
    expect(Math.abs(shareOf(status.map((value) => value === 'late')) - 0.5)).toBeLessThan(0.02);
    const others = status.filter((value) => value !== 'late');
    expect(shareOf(others.map((value) => value === 'paid'))).toBeCloseTo(0.5, 1);
    const segment = beside({ loan: loan!, customer: customer! }, RELATIONS[0]!, 'segment');
    const lateOf = (name: string) =>
      shareOf(where(status, (row) => segment[row] === name).map((value) => value === 'late'));
    expect(lateOf('firm')).toBeGreaterThan(lateOf('person') + 0.15);
    const payments = numbers(loan!, 'payment');
    expect(mean(where(payments, (row) => status[row] === 'late'))).toBeGreaterThan(700);
    expect(mean(where(payments, (row) => status[row] !== 'late'))).toBeLessThan(300);
  });

  test('shares of 0 and 1, and shares with a fixed value', () => {
    const shares = (own: Record<string, number>, given = {}) =>
      texts(
        sampled({ rebalance: { table: 'loan', column: 'status', shares: own }, given }).loan!,
        'status',
      );
    expect(new Set(shares({ late: 0 }))).toEqual(new Set(['paid', 'open']));
    expect(new Set(shares({ late: 1 }))).toEqual(new Set(['late']));
    const both = shares({ paid: 0.75 }, { loan: { flag: 'G' } });
    expect(Math.abs(shareOf(both.map((value) => value === 'paid')) - 0.75)).toBeLessThan(0.02);
  });

  test('a table without parent, and sequences: what an entity keeps is held, what changes is selected', () => {
    const firms = sampled({ given: { customer: { segment: 'firm' } } });
    expect(new Set(texts(firms.customer!, 'segment'))).toEqual(new Set(['firm']));
    expect(new Set(texts(firms.card!, 'kind'))).toEqual(new Set(['gold']));
    const half = sampled({
      rebalance: { table: 'customer', column: 'segment', shares: { firm: 0.5 } },
    });
    expect(shareOf(texts(half.customer!, 'segment').map((s) => s === 'firm'))).toBe(0.5);
    const kept = sampled({ given: { purchase: { currency: 'USD' } } });
    expect(new Set(texts(kept.purchase!, 'currency'))).toEqual(new Set(['USD']));
    expect(kept.purchase!.rows / plain.purchase!.rows).toBeCloseTo(1, 1);
    const fuel = sampled({ given: { purchase: { at: 'fuel' } } }).purchase!;
    expect(new Set(texts(fuel, 'at'))).toEqual(new Set(['fuel']));
    expect(fuel.rows / plain.purchase!.rows).toBeCloseTo(0.5, 1);
    const keys = new Set(texts(plain.card!, 'card_id'));
    expect(texts(fuel, 'card_id').every((key) => keys.has(key!))).toBe(true);
  });

  test('the same seed gives the same rows', () => {
    const request = {
      given: { loan: { months: '24' } },
      rebalance: { table: 'loan', column: 'status', shares: { late: 0.3 } },
    };
    expect(sampled(request)).toEqual(sampled(request));
  });

  test.each([
    ['a table that is not there', { given: { cards: { kind: 'gold' } } }, 'no table cards'],
    ['a column that is not there', { given: { loan: { nothing: '1' } } }, 'nothing is not modeled'],
    ['a key', { given: { loan: { customer_id: 'C1' } } }, 'customer_id is not modeled'],
    ['a value that never occurs', { given: { loan: { status: 'gone' } } }, '"gone" is not among'],
    ['a derived column', { given: { loan: { amount: '5' } } }, 'derived from months and payment'],
    ['what follows from the parent', { given: { card: { kind: 'gold' } } }, 'customer.segment'],
    ['the time', { given: { purchase: { day: '2023-01-05' } } }, 'orders the rows'],
    [
      'contradicting values',
      { given: { loan: { status: 'late', flag: 'G' } } },
      'No row could be drawn',
    ],
    [
      'shares of sequences',
      { rebalance: { table: 'purchase', column: 'at', shares: { fuel: 0.5 } } },
      'without sequences',
    ],
    [
      'shares of numbers',
      { rebalance: { table: 'loan', column: 'payment', shares: { '5': 0.5 } } },
      'no modeled categories',
    ],
    [
      'shares above 1',
      { rebalance: { table: 'loan', column: 'status', shares: { late: 0.7, paid: 0.7 } } },
      'must not exceed 1',
    ],
  ])('refused before a row is drawn: %s', (_what, request, message) => {
    expect(() => sampled(request)).toThrow(message);
  });
});
