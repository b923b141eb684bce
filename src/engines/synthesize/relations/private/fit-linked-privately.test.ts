import { beforeAll, describe, expect, test } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import type { Table } from '../../../table/table.ts';
import {
  costOfTables,
  fitTables,
  guaranteeOf,
  modelToBytes,
  PrivacyRefused,
  sampleTables,
  tablesFromBytes,
} from '../../index.ts';
import { beside, relation, shareOf, table, texts } from '../../related-tables.fixture.ts';
import type { TablesModel } from '../tables-model.ts';
import { linkedGroups } from './linked-groups.ts';

const CUSTOMERS = 6000;

/**
 * Builds customers of five branches, firms with three accounts and others with one, payments that
 * name the customer of their account, and a card for each second account; one payment has a text
 * of its own.
 */
function bank(customers = CUSTOMERS): Record<string, Table> {
  const stream = streamFor(4n, 0, 0);
  const people: string[][] = [];
  const accounts: string[][] = [];
  const payments: string[][] = [];
  const cards: string[][] = [];
  for (let c = 0; c < customers; c++) {
    const isFirm = stream.below(3) === 0;
    people.push([`C${c}`, `B${stream.below(5)}`, isFirm ? 'firm' : 'person']);
    for (let a = 0; a < (isFirm ? 3 : 1); a++) {
      const id = `A${accounts.length}`;
      accounts.push([id, `C${c}`, isFirm ? 'business' : 'current']);
      if (accounts.length % 2 === 0) cards.push([`K${cards.length}`, id, 'debit']);
      for (let p = 0; p < 2 + stream.below(3); p++) {
        const text = c === 7 ? 'unique-secret' : isFirm ? 'invoice' : 'shopping';
        const amount = isFirm ? 1000 + stream.below(500) : 10 + stream.below(90);
        payments.push([`P${payments.length}`, id, `C${c}`, text, String(amount)]);
      }
    }
  }
  return {
    branch: table(
      ['branch_id', 'region'],
      Array.from({ length: 5 }, (_, b) => [`B${b}`, b < 3 ? 'north' : 'south']),
    ),
    customer: table(['customer_id', 'branch_id', 'segment'], people),
    account: table(['account_id', 'customer_id', 'type'], accounts),
    card: table(['card_id', 'account_id', 'scheme'], cards),
    payment: table(['payment_id', 'account_id', 'customer_id', 'about', 'amount'], payments),
  };
}

const RELATIONS = [
  relation('customer', 'branch_id', 'branch', 'branch_id'),
  relation('account', 'customer_id', 'customer', 'customer_id'),
  relation('card', 'account_id', 'account', 'account_id'),
  relation('payment', 'account_id', 'account', 'account_id'),
  relation('payment', 'customer_id', 'customer', 'customer_id'),
];

function bytesOf(seed: bigint): (length: number) => Uint8Array {
  const stream = streamFor(seed, 0, 0);
  return (length) => Uint8Array.from({ length }, () => stream.below(256));
}

const privately = (more: object = {}) => ({
  mode: 'private' as const,
  seed: 1n,
  differentialPrivacy: {
    epsilon: 3,
    delta: 1e-6,
    unitColumn: null,
    publicTables: ['branch'],
    randomBytes: bytesOf(1n),
    ...more,
  },
});

const real = bank();
let model: TablesModel;
let drawn: Record<string, Table>;
beforeAll(() => {
  ({ model } = fitTables(real, RELATIONS, privately()));
  drawn = sampleTables(model, { seed: 2n }).tables;
});

describe('linked tables in mode private', () => {
  test('every reference is to a row, and keys are unique', () => {
    for (const { child, childKey, parent, parentKey } of RELATIONS) {
      const keys = new Set(texts(drawn[parent], parentKey));
      expect(keys.size).toBe(drawn[parent].rows);
      expect(texts(drawn[child], childKey).every((key) => keys.has(key))).toBe(true);
    }
  });

  test('tables have about as many rows as in the file', () => {
    for (const name of Object.keys(real))
      expect(Math.abs(drawn[name].rows / real[name].rows - 1)).toBeLessThan(0.05);
  });

  test('rows follow from their parent: kinds, amounts, and numbers of rows', () => {
    const segments = beside(drawn, RELATIONS[1], 'segment');
    const types = texts(drawn.account, 'type');
    const agree = types.map((type, i) => (type === 'business') === (segments[i] === 'firm'));
    expect(shareOf(agree)).toBeGreaterThan(0.95);
    const kinds = beside(drawn, RELATIONS[3], 'type');
    const amounts = texts(drawn.payment, 'amount').map(Number);
    const fitting = amounts.map((amount, i) => amount >= 500 === (kinds[i] === 'business'));
    expect(shareOf(fitting)).toBeGreaterThan(0.95);
    const firms = texts(drawn.customer, 'segment').filter((own) => own === 'firm').length;
    const ofFirms = segments.filter((own) => own === 'firm').length;
    expect(ofFirms / firms).toBeCloseTo(3, 0);
  });

  test('a second reference follows from the parent, as in the whole file', () => {
    const owners = beside(drawn, RELATIONS[3], 'customer_id');
    expect(texts(drawn.payment, 'customer_id')).toEqual(owners);
  });

  test('the text of one person is not drawn', () => {
    expect(texts(drawn.payment, 'about')).not.toContain('unique-secret');
    expect(new TextDecoder().decode(modelToBytes(model))).not.toContain('unique-secret');
  });

  test('all tables together stay within the budget, and the unit is stated', () => {
    const guarantee = guaranteeOf(model)!;
    expect(guarantee.epsilon).toBeLessThanOrEqual(3);
    expect(guarantee.epsilon).toBeGreaterThan(2.9);
    expect(guarantee).toMatchObject({ unit: 'linked rows', mechanism: 'MST', delta: 1e-6 });
    expect(guarantee.assumes).toContain('tables that are public: branch');
    expect(Math.abs(guarantee.noisyPersons / CUSTOMERS - 1)).toBeLessThan(0.02);
  });

  test('a stored model draws the same rows; numbers of rows and values can be set', () => {
    const restored = tablesFromBytes(modelToBytes(model));
    expect(sampleTables(restored, { seed: 2n }).tables).toEqual(drawn);
    const few = sampleTables(restored, {
      seed: 2n,
      rows: { customer: 300 },
      given: { customer: { segment: 'person' }, payment: { about: 'shopping' } },
    }).tables;
    expect(few.customer.rows).toBe(300);
    expect(new Set(texts(few.customer, 'segment'))).toEqual(new Set(['person']));
    expect(new Set(texts(few.payment, 'about'))).toEqual(new Set(['shopping']));
    expect(Math.abs(few.account.rows / 300 - 1)).toBeLessThan(0.2);
    const shares = sampleTables(restored, {
      seed: 2n,
      rebalance: { table: 'customer', column: 'segment', shares: { firm: 0.8 } },
    }).tables;
    const firms = texts(shares.customer, 'segment').map((own) => own === 'firm');
    expect(shareOf(firms)).toBeCloseTo(0.8, 1);
    expect(() =>
      sampleTables(restored, {
        seed: 2n,
        rebalance: { table: 'payment', column: 'about', shares: { invoice: 0.5 } },
      }),
    ).toThrow('shares can be set only in tables that are not drawn for another one; payment is');
  });
});

test('the cost is known before a row is read, and debited before noise is drawn', () => {
  let isDrawn = false;
  const refused = privately({
    randomBytes: (length: number) => {
      isDrawn = true;
      return new Uint8Array(length);
    },
    debit: (cost: unknown) => {
      expect(cost).toEqual(costOfTables(real, RELATIONS, privately()));
      throw new PrivacyRefused('no');
    },
  });
  expect(() => fitTables(real, RELATIONS, refused)).toThrow(PrivacyRefused);
  expect(isDrawn).toBe(false);
});

test.each([
  [{ publicTables: [] }, /Keys link 2\d % of all rows to each other.*Declare tables of reference/],
  [{ publicTables: ['branch', 'account'] }, /account can't be public: its rows refer to customer/],
  [{ publicTables: ['shop'] }, 'No such table: shop.'],
  [{ publicTables: Object.keys(real) }, 'All tables are public'],
  [{ mechanism: 'AIM' }, 'AIM supports one table'],
  [{ unitColumn: 'customer_id' }, 'Linked tables have no person column'],
  [{ epsilon: 11 }, 'Epsilon must be above 0'],
])('refused: %j', (more, message) => {
  expect(() => fitTables(real, RELATIONS, privately(more))).toThrow(message);
});

test('rows that lead to each other by any keys are one group', () => {
  const tables = {
    client: table(['id'], [['1'], ['2'], ['3'], ['4']]),
    account: table(['id'], [['a'], ['b'], ['c']]),
    owner: table(
      ['client', 'account'],
      [
        ['1', 'a'],
        ['2', 'a'],
        ['3', 'b'],
      ],
    ),
  };
  const { of, count } = linkedGroups(tables, Object.keys(tables), [
    relation('owner', 'client', 'client', 'id'),
    relation('owner', 'account', 'account', 'id'),
  ]);
  expect(count).toBe(4);
  expect(Array.from(of.get('client')!)).toEqual([0, 0, 1, 2]);
  expect(Array.from(of.get('account')!)).toEqual([0, 1, 3]);
  expect(Array.from(of.get('owner')!)).toEqual([0, 0, 1]);
});
