import { beforeAll, describe, expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { formatCell, isNull } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import type { Table } from '../../table/table.ts';
import { fitRelations, type Relation, sampleRelations } from '../index.ts';
import { columnNamed } from './relation.ts';
import type { RelationsModel } from './relations-model.ts';

const table = (names: string[], rows: (string | null)[][]): Table =>
  parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c]!)),
  );

const relation = (
  child: string,
  childKey: string,
  parent: string,
  parentKey: string,
): Relation => ({
  child,
  childKey,
  parent,
  parentKey,
});

const dateOf = (day: number) => new Date(Date.UTC(2023, 0, 1 + day)).toISOString().slice(0, 10);

/**
 * Customers (every third has no account, firms have three), accounts that open after their customer joined, movements
 * with a balance on them, and purchases at shops of the kind that they are for, one in ten at none.
 */
function bank(customers = 600): Record<string, Table> {
  const stream = streamFor(11n, 0, 0);
  const people: string[][] = [];
  const accounts: string[][] = [];
  const movements: string[][] = [];
  const purchases: (string | null)[][] = [];
  const kinds = ['food', 'fuel', 'toys'];
  const shops = Array.from({ length: 60 }, (_, s) => [`S${100 + s}`, kinds[s % 3]!]);
  for (let c = 0; c < customers; c++) {
    const isFirm = stream.below(2) === 0;
    const joined = stream.below(300);
    people.push([`C${1000 + c}`, isFirm ? 'firm' : 'person', dateOf(joined)]);
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
    const kind = kinds[stream.below(3)]!;
    const shop =
      stream.below(10) === 0 ? null : shops.filter((s) => s[1] === kind)[stream.below(20)]![0]!;
    purchases.push([`P${c}`, `C${1000 + c}`, shop, kind]);
  }
  return {
    shop: table(['shop_id', 'sells'], shops),
    customer: table(['customer_id', 'segment', 'joined'], people),
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

const texts = (of: Table, name: string): (string | null)[] => {
  const column = columnNamed(of, name);
  return Array.from({ length: of.rows }, (_, row) =>
    isNull(column, row) ? null : formatCell(column, row),
  );
};

/** The parent's value beside each row of the child. */
function beside(tables: Record<string, Table>, r: Relation, name: string): (string | null)[] {
  const parent = tables[r.parent]!;
  const values = texts(parent, name);
  const known = new Map(texts(parent, r.parentKey).map((key, row) => [key, values[row]!]));
  return texts(tables[r.child]!, r.childKey).map((key) => known.get(key) ?? null);
}

const shareOf = (flags: boolean[]) => flags.filter(Boolean).length / flags.length;

describe('several tables', () => {
  const real = bank();
  let model: RelationsModel;
  let made: Record<string, Table>;
  beforeAll(() => {
    model = fitRelations(real, RELATIONS, { mode: 'balanced', seed: 1n }).model;
    made = sampleRelations(model, { seed: 5n }).tables;
  });

  test('every name is of a row that is there, and keys are unique', () => {
    for (const { child, childKey, parent, parentKey } of RELATIONS) {
      const keys = texts(made[parent]!, parentKey);
      expect(new Set(keys).size).toBe(keys.length);
      const known = new Set(keys);
      const named = texts(made[child]!, childKey).filter((key) => key !== null);
      expect(named.length).toBeGreaterThan(100);
      expect(named.every((key) => known.has(key))).toBe(true);
    }
    expect(new Set(texts(made.movement!, 'movement_id')).size).toBe(made.movement!.rows);
  });

  test('the number of children follows from the parent, none included', () => {
    const counts = new Map<string | null, number>();
    for (const key of texts(made.account!, 'customer_id'))
      counts.set(key, (counts.get(key) ?? 0) + 1);
    const mean = (segment: string) => {
      const segments = texts(made.customer!, 'segment');
      const own = texts(made.customer!, 'customer_id').filter(
        (_, row) => segments[row] === segment,
      );
      return own.reduce((sum, key) => sum + (counts.get(key) ?? 0), 0) / own.length;
    };
    // Two thirds of three accounts, and of one.
    expect(mean('firm')).toBeCloseTo(2, 0);
    expect(mean('person')).toBeCloseTo(0.67, 0);
    const without = texts(made.customer!, 'customer_id').filter((key) => !counts.has(key));
    expect(without.length / made.customer!.rows).toBeCloseTo(1 / 3, 1);
    expect(made.account!.rows / real.account!.rows).toBeCloseTo(1, 1);
  });

  test('rows know their parent, its parent, and come after it in time', () => {
    const segments = beside(made, RELATIONS[1]!, 'segment');
    const types = texts(made.account!, 'type');
    expect(
      shareOf(types.map((type, i) => (type === 'business') === (segments[i] === 'firm'))),
    ).toBeGreaterThan(0.98);
    const joined = beside(made, RELATIONS[1]!, 'joined');
    expect(texts(made.account!, 'opened').every((day, i) => day! >= joined[i]!)).toBe(true);
    const opened = beside(made, RELATIONS[0]!, 'opened');
    expect(texts(made.movement!, 'day').every((day, i) => day! >= opened[i]!)).toBe(true);
  });

  test('movements are histories whose balances add up', () => {
    expect(model.tables.find(({ name }) => name === 'movement')!.made.kind).toBe('histories');
    const before = new Map<string | null, number>();
    const amounts = texts(made.movement!, 'amount').map(Number);
    const balances = texts(made.movement!, 'balance').map(Number);
    let tried = 0;
    texts(made.movement!, 'account_id').forEach((key, row) => {
      const last = before.get(key);
      if (last !== undefined) {
        tried++;
        expect(balances[row]).toBe(last + amounts[row]!);
      }
      before.set(key, balances[row]!);
    });
    expect(tried).toBeGreaterThan(1000);
  });

  test('a second parent is chosen by what the row says, and stays away as often as in the file', () => {
    const { others } = model.tables.find(({ name }) => name === 'purchase')!.child!;
    expect(others.map(({ how }) => how)).toEqual(['segment']);
    const sells = beside(made, RELATIONS[3]!, 'sells');
    const kinds = texts(made.purchase!, 'for_kind');
    const pairs = kinds.flatMap((kind, row) => (sells[row] === null ? [] : [kind === sells[row]]));
    expect(shareOf(pairs)).toBeGreaterThan(0.95);
    const nulls = (of: Table) => shareOf(texts(of, 'shop_id').map((key) => key === null));
    expect(Math.abs(nulls(made.purchase!) - nulls(real.purchase!))).toBeLessThan(0.04);
  });

  test('what a row repeats of its parent is the parent’s', () => {
    const kinds = beside(real, RELATIONS[0]!, 'type').map((type) =>
      type === 'savings' ? 'S' : 'C',
    );
    const cells = real.movement!.columns.map(({ name }) => texts(real.movement!, name));
    const names = [...real.movement!.columns.map(({ name }) => name), 'kind'];
    const movement = table(
      names,
      kinds.map((kind, row) => [...cells.map((column) => column[row]!), kind]),
    );
    const tables = { ...real, movement };
    const fitted = fitRelations(tables, RELATIONS, { mode: 'balanced', seed: 1n }).model;
    const drawn = sampleRelations(fitted, { seed: 5n }).tables;
    const types = beside(drawn, RELATIONS[0]!, 'type');
    expect(texts(drawn.movement!, 'kind')).toEqual(
      types.map((type) => (type === 'savings' ? 'S' : 'C')),
    );
    expect(new Set(types).size).toBe(3);
  });

  test('who is named by parent and child alike stays the same', () => {
    const owners = beside(real, RELATIONS[0]!, 'customer_id');
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
    const fitted = fitRelations(tables, relations, { mode: 'balanced', seed: 1n }).model;
    expect(fitted.tables.find(({ name }) => name === 'movement')!.child!.follows).toEqual([
      { relation: 4, way: [1] },
    ]);
    const drawn = sampleRelations(fitted, { seed: 5n }).tables;
    expect(texts(drawn.movement!, 'customer_id')).toEqual(
      beside(drawn, RELATIONS[0]!, 'customer_id'),
    );
  });

  test('the same seed gives the same tables, another one others; rows and scale can be asked for', () => {
    const again = sampleRelations(model, { seed: 5n }).tables;
    expect(again).toEqual(made);
    expect(sampleRelations(model, { seed: 6n }).tables.account).not.toEqual(made.account);
    const asked = sampleRelations(model, { seed: 5n, scale: 0.5, rows: { shop: 7 } }).tables;
    expect([asked.shop!.rows, asked.customer!.rows]).toEqual([7, 300]);
    expect(() => sampleRelations(model, { seed: 5n, rows: { account: 5 } })).toThrow(
      'rows of account follow from customer',
    );
    expect(() => sampleRelations(model, { seed: 5n, rows: { card: 5 } })).toThrow('no table card');
    expect(() => sampleRelations(model, { seed: 5n, scale: 0 })).toThrow('scale');
  });

  test('stops where the signal says so', () => {
    const signal = { aborted: true };
    expect(() => fitRelations(real, RELATIONS, { mode: 'balanced', seed: 1n, signal })).toThrow(
      'Cancelled',
    );
    expect(() => sampleRelations(model, { seed: 5n, signal })).toThrow('Cancelled');
  });
});

test('rows without a parent keep their share, and one row names one parent where the file has it so', () => {
  const stream = streamFor(12n, 0, 0);
  const people = Array.from({ length: 400 }, (_, i) => [`C${i}`, i % 2 === 0 ? 'a' : 'b']);
  const cards = Array.from({ length: 400 }, (_, i) => [
    `K${1000 + i}`,
    i % 4 === 0 ? null : `C${i}`,
    i % 4 === 0 ? 'blank' : 'issued',
  ]);
  const notes = people.map(([id], i) => [`N${i}`, id!, String(stream.below(100))]);
  const tables = {
    person: table(['person_id', 'group'], people),
    card: table(['card_id', 'person_id', 'state'], cards),
    note: table(['note_id', 'person_id', 'size'], notes),
  };
  const relations = [
    relation('card', 'person_id', 'person', 'person_id'),
    relation('note', 'person_id', 'person', 'person_id'),
  ];
  const { model } = fitRelations(tables, relations, { mode: 'balanced', seed: 1n });
  const made = sampleRelations(model, { seed: 3n }).tables;
  const named = texts(made.card!, 'person_id');
  expect(shareOf(named.map((key) => key === null))).toBeCloseTo(0.25, 1);
  const states = texts(made.card!, 'state');
  // Leaves lend a part of their draws to the node above, which knows less; by chance it were 0.62.
  expect(
    shareOf(states.map((state, i) => (state === 'blank') === (named[i] === null))),
  ).toBeGreaterThan(0.9);
  const owners = named.filter((key) => key !== null);
  expect(new Set(owners).size).toBe(owners.length);
  expect(new Set(texts(made.note!, 'person_id')).size).toBe(400);
  expect(made.note!.rows).toBe(400);
});

test('of two parents that are named once each, none is named twice, and what is left out is told', () => {
  const left = Array.from({ length: 300 }, (_, i) => [`L${i}`, String(i % 7)]);
  const right = Array.from({ length: 300 }, (_, i) => [`R${i}`, String(i % 5)]);
  const pairs = left.map(([id], i) => [`P${i}`, id!, `R${299 - i}`]);
  const tables = {
    left: table(['left_id', 'size'], left),
    right: table(['right_id', 'size'], right),
    pair: table(['pair_id', 'left_id', 'right_id'], pairs),
  };
  const relations = [
    relation('pair', 'left_id', 'left', 'left_id'),
    relation('pair', 'right_id', 'right', 'right_id'),
  ];
  const { model } = fitRelations(tables, relations, { mode: 'balanced', seed: 1n });
  const made = sampleRelations(model, { seed: 3n, rows: { left: 100, right: 80 } });
  expect(made.tables.pair!.rows).toBe(80);
  for (const name of ['left_id', 'right_id'])
    expect(new Set(texts(made.tables.pair!, name)).size).toBe(80);
  expect(made.left).toEqual([{ relation: relations[1], rows: 20 }]);
});

test('a parent that rows say nothing of is chosen by how often it is named, or else at random', () => {
  const people = Array.from({ length: 300 }, (_, i) => [`C${i}`, String(i % 7)]);
  const shops = Array.from({ length: 60 }, (_, s) => [`S${100 + s}`, String(s % 5)]);
  const learn = (shopOf: (i: number) => number) => {
    const visits = Array.from({ length: 600 }, (_, i) => [
      `V${i}`,
      `C${i >> 1}`,
      `S${100 + shopOf(i)}`,
    ]);
    const tables = {
      person: table(['person_id', 'size'], people),
      shop: table(['shop_id', 'rank'], shops),
      visit: table(['visit_id', 'person_id', 'shop_id'], visits),
    };
    const relations = [
      relation('visit', 'person_id', 'person', 'person_id'),
      relation('visit', 'shop_id', 'shop', 'shop_id'),
    ];
    const { model } = fitRelations(tables, relations, { mode: 'balanced', seed: 1n });
    const counts = new Map<string | null, number>();
    const made = sampleRelations(model, { seed: 3n }).tables;
    for (const key of texts(made.visit!, 'shop_id')) counts.set(key, (counts.get(key) ?? 0) + 1);
    const { how } = model.tables.find(({ name }) => name === 'visit')!.child!.others[0]!;
    return { how, most: Math.max(...counts.values()), met: counts.size };
  };
  // Ten shops have three quarters of the visits: 45 each, against 3 of each other one.
  const favoured = learn((i) => (i % 4 === 0 ? 10 + ((i * 7) % 50) : (i * 3) % 10));
  expect(favoured.how).toBe('popularity');
  expect(favoured.most).toBeGreaterThan(25);
  const even = learn((i) => i % 60);
  expect(even).toEqual({ how: 'uniform', most: 10, met: 60 });
});

describe('what cannot be learned is refused in a sentence', () => {
  const parent = table(
    ['id', 'size'],
    Array.from({ length: 30 }, (_, i) => [`a${i}`, String(i % 4)]),
  );
  const child = table(
    ['no', 'parent_id'],
    Array.from({ length: 60 }, (_, i) => [`k${i}`, `a${i >> 1}`]),
  );
  const named = relation('child', 'parent_id', 'parent', 'id');
  const learn = (tables: Record<string, Table>, relations: Relation[], leaveOrphansOut = false) =>
    fitRelations(tables, relations, { mode: 'balanced', seed: 1n, leaveOrphansOut });
  const orphaned = table(
    ['no', 'parent_id'],
    [
      ['k1', 'a1'],
      ['k2', 'zz'],
      ['k3', 'a2'],
      ['k4', 'yy'],
    ],
  );

  test.each<[string, Record<string, Table>, Relation[], string]>([
    [
      'orphans',
      { parent, child: orphaned },
      [named],
      '2 of 4 rows of child hold a parent_id that is no parent.id, the first in row 2',
    ],
    [
      'equal keys',
      { parent: table(['id'], [['a'], ['b'], ['a']]), child },
      [named],
      'Rows 1 and 3 of parent have the same id',
    ],
    [
      'a missing key',
      {
        parent: table(
          ['id', 'x'],
          [
            ['a', '1'],
            [null, '2'],
          ],
        ),
        child,
      },
      [named],
      'Row 2 of parent has no id',
    ],
    [
      'a circle',
      { parent, child },
      [named, relation('parent', 'size', 'child', 'no')],
      'name one another in a circle',
    ],
    [
      'a table that names itself',
      { child },
      [relation('child', 'parent_id', 'child', 'no')],
      'names its own rows',
    ],
    [
      'a column that is not there',
      { parent, child },
      [{ ...named, childKey: 'x' }],
      'child has no column x',
    ],
    [
      'a key that is not there',
      { parent, child },
      [{ ...named, parentKey: 'x' }],
      'parent has no column x',
    ],
    [
      'a table that is not there',
      { parent, child },
      [{ ...named, parent: 'x' }],
      'table x that was not given',
    ],
    [
      'a name from elsewhere',
      { parent, child },
      [{ ...named, parent: 'toString' }],
      'was not given',
    ],
    [
      'one column for two tables',
      { parent, child },
      [named, { ...named, parentKey: 'size' }],
      'is in two relations',
    ],
    [
      'an empty child',
      { parent, child: { rows: 0, columns: child.columns } },
      [named],
      'child has no rows',
    ],
    ['no relation', { parent, child }, [], 'No relation'],
    [
      'a path for a name',
      { '../parent': parent, child },
      [{ ...named, parent: '../parent' }],
      'no name for a table',
    ],
    [
      'a child of nobody',
      {
        parent,
        child: table(
          ['no', 'parent_id'],
          [
            ['k1', null],
            ['k2', null],
          ],
        ),
      },
      [named],
      'No row of child names',
    ],
  ])('%s', (_, tables, relations, message) => {
    expect(() => learn(tables, relations)).toThrow(message);
  });

  test('orphans are left out where that is asked for, and counted', () => {
    const { model, left } = learn({ parent, child: orphaned }, [named], true);
    expect(left).toEqual([{ relation: named, rows: 2 }]);
    expect(model.tables.map(({ name, rows }) => `${name} ${rows}`)).toEqual([
      'parent 30',
      'child 2',
    ]);
  });

  test('a parent of one row, and children without a column of their own, are drawn', () => {
    const one = table(['id', 'size'], [['a1', '5']]);
    const many = table(
      ['no', 'parent_id'],
      Array.from({ length: 40 }, (_, i) => [`k${i}`, 'a1']),
    );
    const { model } = learn({ parent: one, child: many }, [named]);
    const made = sampleRelations(model, { seed: 2n }).tables;
    expect(made.parent!.rows).toBe(1);
    expect(made.child!.rows).toBe(40);
    expect(new Set(texts(made.child!, 'parent_id')).size).toBe(1);
  });
});
