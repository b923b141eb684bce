import { readFileSync } from 'node:fs';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { formatTable } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import type { Table } from '../../table/table.ts';
import {
  fitTables,
  fit as learn,
  type Model,
  ModelUnreadable,
  modelFromBytes,
  modelToBytes,
  type SynthesisMode,
  sample,
  sampleTables,
  tablesFromBytes,
} from '../index.ts';

const stream = streamFor(3n, 0, 0);

function movements(): Table {
  const rows: string[][] = [];
  for (let account = 0; account < 120; account++) {
    let balance = 1000;
    let day = stream.below(30);
    for (let i = 0; i < 8; i++) {
      day += 1 + stream.below(20);
      const amount = stream.below(2) === 0 ? 500 + stream.below(100) : -200 - stream.below(100);
      balance += amount;
      const date = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10);
      const kind = amount > 0 ? 'salary' : 'card';
      rows.push([
        `A${1000 + account}`,
        `C${500 + (account >> 1)}`,
        date,
        kind,
        String(amount),
        String(balance),
      ]);
    }
  }
  const names = ['account_id', 'customer_id', 'date', 'kind', 'amount', 'balance'];
  return parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c])),
  );
}

function flat(): Table {
  const names = ['id', 'city', 'country', 'bill', 'paid', 'at', 'email'];
  const rows = Array.from({ length: 600 }, (_, i) => {
    const city = stream.below(6);
    const bill = 100 + stream.below(9000);
    return [
      `K${i}`,
      `city ${city}`,
      city < 3 ? 'FR' : 'DE',
      String(bill),
      stream.below(3) > 0 ? String(bill) : String(stream.below(9000)),
      `2024-03-1${stream.below(9)} 1${stream.below(9)}:05:00`,
      `a${i}@bank.test`,
    ];
  });
  return parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c])),
  );
}

/** Correlated numbers whose file order is not the drawing order. */
function amounts(): Table {
  const own = streamFor(4n, 0, 0);
  const rows = Array.from({ length: 600 }, (_, row) => {
    const income = 1000 + own.below(5000);
    const rent = Math.round(income / 4) + own.below(200);
    const paid = row % 33 === 0 ? Math.floor(rent / 2) : rent;
    const class_ = Math.floor(income / 2000);
    return [income, rent, paid, class_, income - rent - own.below(300)].map(String);
  });
  const names = ['income', 'rent', 'paid', 'class', 'saved'];
  return parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c])),
  );
}

const bytesOf = (mode: SynthesisMode, table: Table, mechanism: 'MST' | 'AIM' = 'MST') =>
  modelToBytes(
    learn(table, {
      mode,
      seed: 1n,
      ...(mode === 'private' && {
        differentialPrivacy: {
          epsilon: 3,
          delta: 1e-6,
          unitColumn: null,
          mechanism,
          randomBytes: (length) => Uint8Array.from({ length }, () => stream.below(256)),
        },
      }),
    }),
  );

const MODELS: Record<string, Uint8Array> = {
  trees: bytesOf('fidelity', flat()),
  histories: bytesOf('balanced', movements()),
  private: bytesOf('private', flat()),
  'private by AIM': bytesOf('private', flat(), 'AIM'),
  'two orders': bytesOf('fidelity', amounts()),
};

function related(): Uint8Array {
  const movement = movements();
  const ids = Array.from({ length: 120 }, (_, i) => `A${1000 + i}`);
  const tables = {
    city: parseColumns(
      ['city', 'size'],
      [
        ['x', 'y', 'z'],
        ['1', '2', '2'],
      ],
    ),
    account: parseColumns(['account_id', 'opened'], [ids, ids.map(() => '2023-12-01')]),
    movement,
    card: parseColumns(
      ['card_id', 'account_id', 'city', 'issued'],
      [
        ids.map((_, i) => `K${i}`),
        ids,
        ids.map((_, i) => 'xyz'[i % 3]),
        ids.map((_, i) => `2024-01-0${1 + (i % 9)}`),
      ],
    ),
  };
  const toAccount = { childKey: 'account_id', parent: 'account', parentKey: 'account_id' };
  const relations = [
    { child: 'movement', ...toAccount },
    { child: 'card', ...toAccount },
    { child: 'card', childKey: 'city', parent: 'city', parentKey: 'city' },
  ];
  return modelToBytes(fitTables(tables, relations, { mode: 'balanced', seed: 1n }).model);
}

const SEVERAL = related();
/** Path of movements in the model of `related` (city, account, movement, card). */
const MOVEMENT = 'tables.2';
const CARD = 'tables.3';

/** Rows of synthesize/9, which had one order only, for `amounts` with seed 1. */
const BY_ONE_ORDER = [
  ['5322', '3124', '1470', '4444'],
  ['1409', '874', '345', '1179'],
  ['1409', '874', '345', '1179'],
  ['2', '1', '0', '1'],
  ['4028', '2167', '848', '3156'],
];

type Json = Record<string, unknown>;

const bodyOf = (bytes: Uint8Array): Json => {
  const text = new TextDecoder().decode(bytes);
  return JSON.parse(text.slice(text.indexOf('\n') + 1));
};

/** Returns a model with a changed body and a matching hash, as a forger would send. */
function forged(bytes: Uint8Array, change: (model: Json) => void): Uint8Array {
  const model = bodyOf(bytes);
  change(model);
  const body = new TextEncoder().encode(JSON.stringify(model));
  return new TextEncoder().encode(
    `sandbox-model ${bytesToHex(sha256(body))}\n${new TextDecoder().decode(body)}`,
  );
}

const at = (value: unknown, path: string): Json =>
  path.split('.').reduce((part, key) => (part as Json)[key] as Json, value as Json);

type Packed = { $array: 'u8' | 'u32' | 'i32' | 'f64'; data: string };

function poke(model: unknown, path: string, place: number, value: number): void {
  const packed = at(model, path) as unknown as Packed;
  const bytes = Uint8Array.from(Buffer.from(packed.data, 'base64'));
  const views = { u8: Uint8Array, u32: Uint32Array, i32: Int32Array, f64: Float64Array };
  const view = new views[packed.$array](bytes.buffer);
  view[place] = value;
  packed.data = Buffer.from(bytes).toString('base64');
}

function firstSplit(model: unknown): string {
  const forests = at(model, 'core.trees') as unknown as { trees: { feature: Packed }[] }[];
  for (const [f, { trees }] of forests.entries()) {
    for (const [t, { feature }] of trees.entries()) {
      if (Buffer.from(feature.data, 'base64').readInt32LE() >= 0)
        return `core.trees.${f}.trees.${t}`;
    }
  }
  throw new Error('no tree of the model splits');
}

function firstSum(model: unknown): Json {
  const sums = at(model, 'core.sums').of as (Json | null)[];
  const first = sums.find((sum) => sum !== null);
  if (first === undefined) throw new Error('the model has no sum');
  return first;
}

describe('model files', () => {
  test.each(Object.keys(MODELS))('%s: what was written is read, and samples', (name) => {
    const model = modelFromBytes(MODELS[name]);
    expect(modelToBytes(model)).toEqual(MODELS[name]);
    expect(sample(model, { rows: 50, seed: 1n }).rows).toBe(50);
  });

  test('of several tables: what was written is read, and samples; it is no model of one', () => {
    const model = tablesFromBytes(SEVERAL);
    if (!('kind' in model)) throw new TypeError('one table');
    expect(model.tables.map(({ made }) => made.kind)).toEqual([
      'root',
      'root',
      'histories',
      'siblings',
    ]);
    expect(modelToBytes(model)).toEqual(SEVERAL);
    expect(sampleTables(model, { seed: 1n }).tables.card!.rows).toBeGreaterThan(50);
    expect(() => modelFromBytes(SEVERAL)).toThrow('model of linked tables');
  });

  test('a file of something else, of another version, or damaged is refused', () => {
    const bytes = MODELS.trees!;
    const damaged = bytes.slice();
    damaged[damaged.length - 5] ^= 1;
    expect(() => modelFromBytes(damaged)).toThrow('hash');
    expect(() => modelFromBytes(new Uint8Array(0))).toThrow('not a model');
    expect(() => modelFromBytes(bytes.subarray(0, 200))).toThrow(ModelUnreadable);
    const older = forged(bytes, (model) => {
      model.engine = 'synthesize/0';
    });
    expect(() => modelFromBytes(older)).toThrow('synthesize/0');
    const copula = forged(MODELS.trees!, (model) => {
      model.engine = 'synthesize/3';
      model.mode = 'fast';
      model.core = { kind: 'copula', ranks: [], limits: [], root: [] };
    });
    expect(() => modelFromBytes(copula)).toThrow('mode fast, which is no longer supported');
  });

  test.each([
    'synthesize/8',
    'synthesize/9',
    'synthesize/10',
    'synthesize/11',
    'synthesize/12',
    'synthesize/13',
    'synthesize/14',
  ])('a model of %s draws as it did, its personal data in English', (engine) => {
    const earlier = modelFromBytes(forged(MODELS.trees!, (model) => (model.engine = engine)));
    const rows = (model: Model) => formatTable(sample(model, { rows: 20, seed: 1n })).textColumns;
    expect(rows(earlier)).toEqual(rows(modelFromBytes(MODELS.trees!)));
    const ofOneOrder = forged(MODELS['two orders']!, (model) => {
      model.engine = engine;
      delete at(model, 'core').second;
      delete model.orders;
      delete model.derived;
    });
    const { textColumns } = formatTable(sample(modelFromBytes(ofOneOrder), { rows: 4, seed: 1n }));
    expect(textColumns).toEqual(BY_ONE_ORDER);
  });

  test('a private model of 0.1.0 is still drawn from: what was spent on it is not lost', () => {
    const bytes = readFileSync(
      new URL('../../../../test/upgrade/0.1.0/private.model', import.meta.url),
    );
    const { names, textColumns } = formatTable(
      sample(modelFromBytes(bytes), { rows: 4, seed: 1n }),
    );
    // Output of `sandbox sample --rows 4 --seed 1` of version 0.1.0.
    expect(Object.fromEntries(names.map((name, i) => [name, textColumns[i]]))).toEqual({
      id: ['10000000', '10000001', '10000002', '10000003'],
      when: ['2024-08-21', '2024-01-15', '2024-12-13', '2024-01-05'],
      amount: ['919.10', '669.03', '391.70', '147.40'],
      kind: ['b', 'a', 'b', 'a'],
    });
  });

  const hostile: [string, string, (model: Json) => void][] = [
    ['no columns', 'trees', (m) => (m.columns = [])],
    ['a further part', 'trees', (m) => (m.script = 'x')],
    ['an array of another type', 'trees', (m) => (at(m, 'core.order').$array = 'constructor')],
    ['text that is no base64', 'trees', (m) => (at(m, 'core.order').data = '***')],
    ['a tree that walks in a circle', 'trees', (m) => poke(m, `${firstSplit(m)}.left`, 0, 0)],
    ['a feature that is not there', 'trees', (m) => poke(m, 'core.trees.1.trees.0.feature', 0, 99)],
    ['a class that is not there', 'trees', (m) => poke(m, 'core.trees.0.trees.0.codes', 0, 255)],
    ['a code that is not there', 'trees', (m) => poke(m, 'core.trees.0.next', 0, 255)],
    ['trees that ask themselves', 'trees', (m) => poke(m, 'core.trees.3.next', 0, -1)],
    ['a tree that nobody grew', 'trees', (m) => poke(m, 'core.trees.0.next', 0, -99)],
    ['counts that fall', 'trees', (m) => poke(m, 'core.trees.0.trees.0.rows', 0, 4e9)],
    ['a sum that falls short', 'trees', (m) => (firstSum(m).weights = firstSum(m).cuts)],
    ['a sum of what comes later', 'trees', (m) => (firstSum(m).fields = at(m, 'core.order'))],
    ['a field drawn twice', 'trees', (m) => poke(m, 'core.order', 0, 1)],
    ['bins that end nowhere', 'trees', (m) => poke(m, 'fields.2.codec.edgeStart', 1, 1e6)],
    ['a key of endless width', 'trees', (m) => (at(m, 'columns.0.made.pattern').width = 1e9)],
    [
      'a field drawn twice in the second order',
      'two orders',
      (m) => poke(m, 'core.second.order', 0, 1),
    ],
    ['a second order of fewer fields', 'two orders', (m) => (at(m, 'core.second').features = [])],
    [
      'an amount that follows from itself',
      'two orders',
      (m) => {
        m.laws = [{ kind: 'sum', column: 4, decimals: 0, terms: [{ column: 4, factor: 1 }] }];
      },
    ],
    [
      'an amount divided by a fixed nothing',
      'two orders',
      (m) => {
        const terms = [{ column: 0, factor: 1 }];
        m.laws = [{ kind: 'product', column: 4, decimals: 0, terms, scale: 0 }];
      },
    ],
    [
      'an order of a column that is not there',
      'two orders',
      (m) => (m.orders = [{ low: 1, high: 99 }]),
    ],
    ['an order of a column and itself', 'two orders', (m) => (m.orders = [{ low: 1, high: 1 }])],
    [
      'missing values that no field indicates',
      'trees',
      (m) => (at(m, 'columns.0').missing = { field: 99, shares: at(m, 'core.order') }),
    ],
    ['a field of no column', 'trees', (m) => (m.columnFields = [[], [0], [1], [2], [3], [4], []])],
    ['an endless history', 'histories', (m) => (at(m, 'core').longest = 1e12)],
    ['a window without an end', 'histories', (m) => (at(m, 'core').lastDay = 1e300)],
    ['kinds that are not there', 'histories', (m) => poke(m, 'core.kinds', 0, 200)],
    [
      'references in a circle',
      'histories',
      (m) => {
        at(m, 'columns.0.made').parent = 1;
        at(m, 'columns.1.made').parent = 0;
      },
    ],
    ['shares below zero', 'private', (m) => poke(m, 'core.model.conditional.0', 0, -1)],
    [
      'a field that depends on itself',
      'private by AIM',
      (m) => {
        const all = at(m, 'core.model.parents') as unknown as Json[];
        all.fill(all.find((array) => (array as Packed).data !== '')!);
      },
    ],
    ['a mechanism that is not there', 'private', (m) => (at(m, 'core.guarantee').mechanism = 'X')],
    ['merged codes that are not there', 'private', (m) => poke(m, 'core.merged.0', 0, 250)],
    ['a guarantee that promises too much', 'private', (m) => (at(m, 'core.guarantee').delta = -1)],
  ];

  test.each(hostile)('%s is refused', (_, name, change) => {
    const bytes = forged(MODELS[name], change);
    expect(bytes).not.toEqual(MODELS[name]);
    expect(() => modelFromBytes(bytes)).toThrow(ModelUnreadable);
  });

  const hostileTables: [string, (model: Json) => void][] = [
    ['a table named as a path', (m) => (at(m, CARD).name = '../card')],
    ['a child before its parent', (m) => (m.tables as unknown as Json[]).reverse()],
    ['two tables of one name', (m) => (at(m, MOVEMENT).name = 'account')],
    ['a relation to no table', (m) => (at(m, 'relations.0').parent = 'bank')],
    ['a relation from no table', (m) => (at(m, 'relations.0').child = 'bank')],
    ['a relation to no column', (m) => (at(m, 'relations.2').parentKey = 'id')],
    ['a relation from a learned column', (m) => (at(m, 'relations.1').childKey = 'issued')],
    ['a relation that nothing draws', (m) => (at(m, `${CARD}.child`).others = [])],
    [
      'context of no column',
      (m) => (at(m, `${CARD}.child.contextColumns`).columns = ['account.size']),
    ],
    [
      'context of words',
      (m) => (at(m, `${CARD}.child.contextColumns`).columns = ['account.account_id']),
    ],
    ['days that count from no date', (m) => poke(m, `${CARD}.made.since`, 1, 0)],
    ['an endless number of children', (m) => (at(m, `${CARD}.made.count`).high = 1e12)],
    ['fewer trees than fields', (m) => (at(m, `${CARD}.made`).trees = [])],
    ['a count that is not there', (m) => poke(m, `${CARD}.made.countTree.codes`, 0, 250)],
    ['fields of no order', (m) => poke(m, `${CARD}.made.order`, 0, 7)],
    ['rows in order of no date', (m) => (at(m, `${CARD}.made`).sorted = 0)],
    [
      'a column that repeats nothing',
      (m) =>
        (at(m, `${CARD}.child`).repeats = [
          {
            column: 3,
            field: at(m, `${CARD}.made.fields.0`),
            columns: 9,
            map: at(m, `${CARD}.made.order`),
          },
        ]),
    ],
    [
      'a way that leads elsewhere',
      (m) => {
        at(m, `${CARD}.child`).others = [];
        at(m, `${CARD}.child`).follows = [{ relation: 2, way: [0] }];
      },
    ],
    ['a segment of no field', (m) => (at(m, `${CARD}.child.others.0`).segment = 9)],
    ['a choice that is not there', (m) => poke(m, `${CARD}.child.others.0.choose.codes`, 0, 250)],
    [
      'histories that are none',
      (m) => (at(m, `${MOVEMENT}.made`).model = at(m, 'tables.0.made.model')),
    ],
    ['days that count from no table', (m) => (at(m, `${MOVEMENT}.made.since`).place = 5)],
    ['whether there are any, three ways', (m) => poke(m, `${MOVEMENT}.made.any.codes`, 0, 2)],
    [
      'entities with less context',
      (m) => {
        const columns = at(m, `${MOVEMENT}.child.contextColumns`);
        for (const part of ['columns', 'fields', 'of']) columns[part] = [];
        poke(m, `${MOVEMENT}.made.model.core.parent.order`, 0, 1);
      },
    ],
  ];

  test.each(hostileTables)('several tables: %s is refused', (_, change) => {
    const bytes = forged(SEVERAL, change);
    expect(bytes).not.toEqual(SEVERAL);
    expect(() => tablesFromBytes(bytes)).toThrow(ModelUnreadable);
  });
});
