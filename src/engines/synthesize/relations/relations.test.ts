import { beforeAll, describe, expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import type { Table } from '../../table/table.ts';
import { fitTables, sampleTables } from '../index.ts';
import { beside, relation, shareOf, table, texts } from '../related-tables.fixture.ts';
import type { TablesModel } from './tables-model.ts';

const dateOf = (day: number) => new Date(Date.UTC(2023, 0, 1 + day)).toISOString().slice(0, 10);

/**
 * Builds customers (every third has no account, firms have three), accounts opened after the
 * customer joined, movements with a balance, and purchases at shops of a matching kind, one in ten
 * at none.
 */
function bank(customers = 600): Record<string, Table> {
  const stream = streamFor(11n, 0, 0);
  const customerRows: string[][] = [];
  const accounts: string[][] = [];
  const movements: string[][] = [];
  const purchases: (string | null)[][] = [];
  const kinds = ['food', 'fuel', 'toys'];
  const shops = Array.from({ length: 60 }, (_, s) => [`S${100 + s}`, kinds[s % 3]]);
  for (let c = 0; c < customers; c++) {
    const isFirm = stream.below(2) === 0;
    const joined = stream.below(300);
    customerRows.push([`C${1000 + c}`, isFirm ? 'firm' : 'person', dateOf(joined)]);
    const count = c % 3 === 0 ? 0 : isFirm ? 3 : 1;
    for (let a = 0; a < count; a++) {
      const id = `A${10_000 + accounts.length}`;
      const opened = joined + stream.below(20);
      const type = isFirm ? 'business' : stream.below(2) === 0 ? 'current' : 'savings';
      accounts.push([id, `C${1000 + c}`, type, dateOf(opened)]);
      let balance = 0;
      for (let m = 0; m < 6; m++) {
        const amount = m === 0 ? 900 + stream.below(200) : 50 - stream.below(150);
        balance += amount;
        const day = opened + m * 7 + stream.below(5);
        movements.push([`M${movements.length}`, id, dateOf(day), String(amount), String(balance)]);
      }
    }
    const kind = kinds[stream.below(3)];
    const shop =
      stream.below(10) === 0 ? null : shops.filter((s) => s[1] === kind)[stream.below(20)][0];
    purchases.push([`P${c}`, `C${1000 + c}`, shop, kind]);
  }
  return {
    shop: table(['shop_id', 'sells'], shops),
    customer: table(['customer_id', 'segment', 'joined'], customerRows),
    account: table(['account_id', 'customer_id', 'type', 'opened'], accounts),
    movement: table(['movement_id', 'account_id', 'day', 'amount', 'balance'], movements),
    purchase: table(['purchase_id', 'customer_id', 'shop_id', 'for_kind'], purchases),
  };
}

const RELATIONS = [
  relation('movement', 'account_id', 'account', 'account_id'),
  relation('account', 'customer_id', 'customer', 'customer_id'),
  relation('purchase', 'customer_id', 'customer', 'customer_id'),
  relation('purchase', 'shop_id', 'shop', 'shop_id'),
];

describe('several tables', () => {
  const real = bank();
  let model: TablesModel;
  let sampled: Record<string, Table>;
  beforeAll(() => {
    model = fitTables(real, RELATIONS, { mode: 'balanced', seed: 1n }).model;
    sampled = sampleTables(model, { seed: 5n }).tables;
  });

  test('every name is of a row that is there, and keys are unique', () => {
    for (const { child, childKey, parent, parentKey } of RELATIONS) {
      const keys = texts(sampled[parent], parentKey);
      expect(new Set(keys).size).toBe(keys.length);
      const parentKeys = new Set(keys);
      const references = texts(sampled[child], childKey).filter((key) => key !== null);
      expect(references.length).toBeGreaterThan(100);
      expect(references.every((key) => parentKeys.has(key))).toBe(true);
    }
    expect(new Set(texts(sampled.movement!, 'movement_id')).size).toBe(sampled.movement!.rows);
  });

  test('the number of children follows from the parent, none included', () => {
    const counts = new Map<string | null, number>();
    for (const key of texts(sampled.account!, 'customer_id'))
      counts.set(key, (counts.get(key) ?? 0) + 1);
    const mean = (segment: string) => {
      const segments = texts(sampled.customer!, 'segment');
      const own = texts(sampled.customer!, 'customer_id').filter(
        (_, row) => segments[row] === segment,
      );
      return own.reduce((sum, key) => sum + (counts.get(key) ?? 0), 0) / own.length;
    };
    // Two thirds of three accounts, and of one.
    expect(mean('firm')).toBeCloseTo(2, 0);
    expect(mean('person')).toBeCloseTo(0.67, 0);
    const without = texts(sampled.customer!, 'customer_id').filter((key) => !counts.has(key));
    expect(without.length / sampled.customer!.rows).toBeCloseTo(1 / 3, 1);
    expect(sampled.account!.rows / real.account!.rows).toBeCloseTo(1, 1);
  });

  test('rows know their parent, its parent, and come after it in time', () => {
    const segments = beside(sampled, RELATIONS[1], 'segment');
    const types = texts(sampled.account!, 'type');
    expect(
      shareOf(types.map((type, i) => (type === 'business') === (segments[i] === 'firm'))),
    ).toBeGreaterThan(0.98);
    const joined = beside(sampled, RELATIONS[1], 'joined');
    expect(texts(sampled.account!, 'opened').every((day, i) => day! >= joined[i]!)).toBe(true);
    const opened = beside(sampled, RELATIONS[0], 'opened');
    expect(texts(sampled.movement!, 'day').every((day, i) => day! >= opened[i]!)).toBe(true);
  });

  test('movements are histories whose balances add up', () => {
    expect(model.tables.find(({ name }) => name === 'movement')!.made.kind).toBe('histories');
    const before = new Map<string | null, number>();
    const amounts = texts(sampled.movement!, 'amount').map(Number);
    const balances = texts(sampled.movement!, 'balance').map(Number);
    let tried = 0;
    texts(sampled.movement!, 'account_id').forEach((key, row) => {
      const last = before.get(key);
      if (last !== undefined) {
        tried++;
        expect(balances[row]).toBe(last + amounts[row]);
      }
      before.set(key, balances[row]);
    });
    expect(tried).toBeGreaterThan(1000);
  });

  test('a second parent is chosen by what the row says, and stays away as often as in the file', () => {
    const { others } = model.tables.find(({ name }) => name === 'purchase')!.child!;
    expect(others.map(({ how }) => how)).toEqual(['segment']);
    const sells = beside(sampled, RELATIONS[3], 'sells');
    const kinds = texts(sampled.purchase!, 'for_kind');
    const pairs = kinds.flatMap((kind, row) => (sells[row] === null ? [] : [kind === sells[row]]));
    expect(shareOf(pairs)).toBeGreaterThan(0.95);
    const nulls = (of: Table) => shareOf(texts(of, 'shop_id').map((key) => key === null));
    expect(Math.abs(nulls(sampled.purchase!) - nulls(real.purchase!))).toBeLessThan(0.04);
  });

  test('what a row repeats of its parent is the parent’s', () => {
    const kinds = beside(real, RELATIONS[0], 'type').map((type) =>
      type === 'savings' ? 'S' : 'C',
    );
    const cells = real.movement!.columns.map(({ name }) => texts(real.movement!, name));
    const names = [...real.movement!.columns.map(({ name }) => name), 'kind'];
    const movement = table(
      names,
      kinds.map((kind, row) => [...cells.map((column) => column[row]), kind]),
    );
    const tables = { ...real, movement };
    const fitted = fitTables(tables, RELATIONS, { mode: 'balanced', seed: 1n }).model;
    const resampled = sampleTables(fitted, { seed: 5n }).tables;
    const types = beside(resampled, RELATIONS[0], 'type');
    expect(texts(resampled.movement!, 'kind')).toEqual(
      types.map((type) => (type === 'savings' ? 'S' : 'C')),
    );
    expect(new Set(types).size).toBe(3);
  });

  test('who is named by parent and child alike stays the same', () => {
    const owners = beside(real, RELATIONS[0], 'customer_id');
    const names = ['movement_id', 'account_id', 'customer_id', 'day', 'amount', 'balance'];
    const cells = Object.fromEntries(
      real.movement!.columns.map(({ name }) => [name, texts(real.movement!, name)]),
    );
    const owned = table(
      names,
      owners.map((owner, row) => names.map((name) => cells[name]?.[row] ?? owner)),
    );
    const tables = { ...real, movement: owned };
    const relations = [
      ...RELATIONS,
      relation('movement', 'customer_id', 'customer', 'customer_id'),
    ];
    const fitted = fitTables(tables, relations, { mode: 'balanced', seed: 1n }).model;
    expect(fitted.tables.find(({ name }) => name === 'movement')!.child!.follows).toEqual([
      { relation: 4, way: [1] },
    ]);
    const resampled = sampleTables(fitted, { seed: 5n }).tables;
    expect(texts(resampled.movement!, 'customer_id')).toEqual(
      beside(resampled, RELATIONS[0], 'customer_id'),
    );
  });

  test('the same seed gives the same tables, another one others; rows and scale can be asked for', () => {
    const again = sampleTables(model, { seed: 5n }).tables;
    expect(again).toEqual(sampled);
    expect(sampleTables(model, { seed: 6n }).tables.account).not.toEqual(sampled.account);
    const smaller = sampleTables(model, { seed: 5n, scale: 0.5, rows: { shop: 7 } }).tables;
    expect([smaller.shop!.rows, smaller.customer!.rows]).toEqual([7, 300]);
    expect(() => sampleTables(model, { seed: 5n, rows: { account: 5 } })).toThrow(
      'rows of account follows from customer',
    );
    expect(() => sampleTables(model, { seed: 5n, rows: { card: 5 } })).toThrow('no table card');
    expect(() => sampleTables(model, { seed: 5n, scale: 0 })).toThrow('scale');
  });

  test('stops on the signal', () => {
    const signal = { aborted: true };
    expect(() => fitTables(real, RELATIONS, { mode: 'balanced', seed: 1n, signal })).toThrow(
      'Cancelled',
    );
    expect(() => sampleTables(model, { seed: 5n, signal })).toThrow('Cancelled');
  });
});
