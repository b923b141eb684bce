import { describe, expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import type { Table } from '../../table/table.ts';
import { fitTables, type Relation, sampleTables } from '../index.ts';
import { relation, shareOf, table, texts } from '../related-tables.fixture.ts';

test('rows without a parent keep their share, and one row names one parent where the file has it so', () => {
  const stream = streamFor(12n, 0, 0);
  const persons = Array.from({ length: 400 }, (_, i) => [`C${i}`, i % 2 === 0 ? 'a' : 'b']);
  const cards = Array.from({ length: 400 }, (_, i) => [
    `K${1000 + i}`,
    i % 4 === 0 ? null : `C${i}`,
    i % 4 === 0 ? 'blank' : 'issued',
  ]);
  const notes = persons.map(([id], i) => [`N${i}`, id!, String(stream.below(100))]);
  const tables = {
    person: table(['person_id', 'group'], persons),
    card: table(['card_id', 'person_id', 'state'], cards),
    note: table(['note_id', 'person_id', 'size'], notes),
  };
  const relations = [
    relation('card', 'person_id', 'person', 'person_id'),
    relation('note', 'person_id', 'person', 'person_id'),
  ];
  const { model } = fitTables(tables, relations, { mode: 'balanced', seed: 1n });
  const sampled = sampleTables(model, { seed: 3n }).tables;
  const parentKeys = texts(sampled.card!, 'person_id');
  expect(shareOf(parentKeys.map((key) => key === null))).toBeCloseTo(0.25, 1);
  const states = texts(sampled.card!, 'state');
  // Leaves take a share of their draws from the node above, which is less specific; chance gives
  // 0.62.
  expect(
    shareOf(states.map((state, i) => (state === 'blank') === (parentKeys[i] === null))),
  ).toBeGreaterThan(0.9);
  const owners = parentKeys.filter((key) => key !== null);
  expect(new Set(owners).size).toBe(owners.length);
  expect(new Set(texts(sampled.note!, 'person_id')).size).toBe(400);
  expect(sampled.note!.rows).toBe(400);
});

test('of two parents that are named once each, none is named twice, and what is left out is reported', () => {
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
  const { model } = fitTables(tables, relations, { mode: 'balanced', seed: 1n });
  const sampled = sampleTables(model, { seed: 3n, rows: { left: 100, right: 80 } });
  expect(sampled.tables.pair!.rows).toBe(80);
  for (const name of ['left_id', 'right_id'])
    expect(new Set(texts(sampled.tables.pair!, name)).size).toBe(80);
  expect(sampled.left).toEqual([{ relation: relations[1], rows: 20 }]);
});

test('a parent that rows say nothing of is chosen by how often it is named, or else at random', () => {
  const persons = Array.from({ length: 300 }, (_, i) => [`C${i}`, String(i % 7)]);
  const shops = Array.from({ length: 60 }, (_, s) => [`S${100 + s}`, String(s % 5)]);
  const learn = (shopOf: (i: number) => number) => {
    const visits = Array.from({ length: 600 }, (_, i) => [
      `V${i}`,
      `C${i >> 1}`,
      `S${100 + shopOf(i)}`,
    ]);
    const tables = {
      person: table(['person_id', 'size'], persons),
      shop: table(['shop_id', 'rank'], shops),
      visit: table(['visit_id', 'person_id', 'shop_id'], visits),
    };
    const relations = [
      relation('visit', 'person_id', 'person', 'person_id'),
      relation('visit', 'shop_id', 'shop', 'shop_id'),
    ];
    const { model } = fitTables(tables, relations, { mode: 'balanced', seed: 1n });
    const counts = new Map<string | null, number>();
    const sampled = sampleTables(model, { seed: 3n }).tables;
    for (const key of texts(sampled.visit!, 'shop_id')) counts.set(key, (counts.get(key) ?? 0) + 1);
    const { how } = model.tables.find(({ name }) => name === 'visit')!.child!.others[0];
    return { how, most: Math.max(...counts.values()), met: counts.size };
  };
  // Ten shops have three quarters of the visits: 45 each, the others 3 each.
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
  const declared = relation('child', 'parent_id', 'parent', 'id');
  const learn = (tables: Record<string, Table>, relations: Relation[], leaveOrphansOut = false) =>
    fitTables(tables, relations, { mode: 'balanced', seed: 1n, leaveOrphansOut });
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
      [declared],
      '2 of 4 rows of child have a parent_id that does not exist in parent.id, first in row 2',
    ],
    [
      'equal keys',
      { parent: table(['id'], [['a'], ['b'], ['a']]), child },
      [declared],
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
      [declared],
      'Row 2 of parent has no id',
    ],
    [
      'a circle',
      { parent, child },
      [declared, relation('parent', 'size', 'child', 'no')],
      'refer to each other in a circle',
    ],
    [
      'a table that names itself',
      { child },
      [relation('child', 'parent_id', 'child', 'no')],
      'refers to itself',
    ],
    [
      'a column that is not there',
      { parent, child },
      [{ ...declared, childKey: 'x' }],
      'child has no column x',
    ],
    [
      'a key that is not there',
      { parent, child },
      [{ ...declared, parentKey: 'x' }],
      'parent has no column x',
    ],
    [
      'a table that is not there',
      { parent, child },
      [{ ...declared, parent: 'x' }],
      'no such table: x.',
    ],
    [
      'a name from elsewhere',
      { parent, child },
      [{ ...declared, parent: 'toString' }],
      'no such table: toString.',
    ],
    [
      'one column for two tables',
      { parent, child },
      [declared, { ...declared, parentKey: 'size' }],
      'is in two relations',
    ],
    [
      'an empty child',
      { parent, child: { rows: 0, columns: child.columns } },
      [declared],
      'child has no rows',
    ],
    ['no relation', { parent, child }, [], 'at least one relation'],
    [
      'a path for a name',
      { '../parent': parent, child },
      [{ ...declared, parent: '../parent' }],
      'Invalid table name',
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
      [declared],
      'No row of child refers to',
    ],
  ])('%s', (_, tables, relations, message) => {
    expect(() => learn(tables, relations)).toThrow(message);
  });

  test('orphans are left out on request, and counted', () => {
    const { model, left } = learn({ parent, child: orphaned }, [declared], true);
    expect(left).toEqual([{ relation: declared, rows: 2 }]);
    expect(model.tables.map(({ name, rows }) => `${name} ${rows}`)).toEqual([
      'parent 30',
      'child 2',
    ]);
  });

  test('a parent of one row, and children without a column of their own, are drawn', () => {
    const singleParent = table(['id', 'size'], [['a1', '5']]);
    const many = table(
      ['no', 'parent_id'],
      Array.from({ length: 40 }, (_, i) => [`k${i}`, 'a1']),
    );
    const { model } = learn({ parent: singleParent, child: many }, [declared]);
    const sampled = sampleTables(model, { seed: 2n }).tables;
    expect(sampled.parent!.rows).toBe(1);
    expect(sampled.child!.rows).toBe(40);
    expect(new Set(texts(sampled.child!, 'parent_id')).size).toBe(1);
  });
});
